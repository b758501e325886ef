/*
 * Has a program that keep.c keeps loaded run in place of this one: what was started as PATH asks at
 * the socket PATH.socket, and ends as that program does.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "request.h"

static void fail(const char *what)
{
    dprintf(STDERR_FILENO, "tests/loaded: %s: %s\n", what, strerror(errno));
    _exit(126);
}

static int connect_to(const char *path)
{
    char *folder = strdup(path), *name = strdup(path), *socket_name;
    int directory = open(dirname(folder), O_PATH | O_DIRECTORY | O_CLOEXEC);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (directory < 0 || connection < 0 ||
        asprintf(&socket_name, "%s.socket", basename(name)) < 0) {
        fail(path);
    }
    struct sockaddr_un address = socket_address(directory, socket_name);
    if (connect(connection, (struct sockaddr *)&address, sizeof address)) {
        fail(path);
    }
    close(directory);
    return connection;
}

/** The descriptors that this process was started with. */
static void find_descriptors(struct request *request, int *descriptors)
{
    DIR *directory = opendir("/proc/self/fd");
    descriptors[0] = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    request->descriptors = 1;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        int number = atoi(entry->d_name);
        if (entry->d_name[0] == '.' || number == dirfd(directory) || number == descriptors[0]) {
            continue;
        }
        if (request->descriptors == MOST_DESCRIPTORS) {
            errno = EMFILE;
            fail("descriptors");
        }
        request->numbers[request->descriptors] = number;
        descriptors[request->descriptors++] = number;
    }
    closedir(directory);
}

static void note_state(struct request *request)
{
    request->umask = umask(0);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (!sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN) {
            request->ignored |= (uint64_t)1 << (number - 1);
        }
    }
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        getrlimit((__rlimit_resource_t)i, &request->limits[i]);
    }
}

static void send_all(int connection, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t length = send(connection, bytes, size, MSG_NOSIGNAL);
        if (length < 0 && errno != EINTR) {
            fail("request");
        }
        bytes += length > 0 ? length : 0;
        size -= length > 0 ? (size_t)length : 0;
    }
}

static void send_request(int connection, struct request *request, const int *descriptors)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int[MOST_DESCRIPTORS]))];
    } control = {0};
    struct iovec data = {request, sizeof *request};
    size_t size = request->descriptors * sizeof *descriptors;
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = CMSG_SPACE(size)};
    control.header = (struct cmsghdr){CMSG_LEN(size), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), descriptors, size);
    ssize_t length = sendmsg(connection, &message, MSG_NOSIGNAL);
    if (length < 0) {
        fail("request");
    }
    send_all(connection, (char *)request + length, sizeof *request - (size_t)length);
}

static uint32_t add_words(FILE *stream, char **words)
{
    uint32_t count = 0;
    for (; words[count]; count++) {
        fwrite(words[count], strlen(words[count]) + 1, 1, stream);
    }
    return count;
}

static volatile pid_t process;

static void hand_on(int number)
{
    kill(process, number);
}

static int receive(int connection)
{
    int number;
    ssize_t length;
    while ((length = read(connection, &number, sizeof number)) < 0 && errno == EINTR) {
    }
    if (length != sizeof number) {
        errno = ECONNRESET;
        fail("the loaded program ended");
    }
    return number;
}

/** Wait for the process, which gets the signals of this one. @return its status */
static int await(int connection)
{
    static const int handed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    process = receive(connection);
    for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++) {
        signal(handed_on[i], hand_on);
    }
    return receive(connection);
}

static int end_as(int status)
{
    if (WIFSIGNALED(status)) {
        const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WEXITSTATUS(status);
}

int main(int count, char **arguments)
{
    struct request request = {0};
    int descriptors[MOST_DESCRIPTORS];
    char *words = NULL;
    size_t size = 0;
    (void)count;
    find_descriptors(&request, descriptors);
    note_state(&request);
    FILE *stream = open_memstream(&words, &size);
    request.arguments = add_words(stream, arguments);
    request.variables = add_words(stream, environ);
    fclose(stream);
    request.size = size;
    int connection = connect_to((const char *)getauxval(AT_EXECFN));
    send_request(connection, &request, descriptors);
    send_all(connection, words, size);
    free(words);
    return end_as(await(connection));
}
