/*
 * Keeps a program loaded: a library for LD_PRELOAD. The program does not begin, but waits at the
 * socket that $CG_LOADED names, and begins in a process of its own each time ask.c asks there, with
 * the arguments, environment, directory, descriptors, signals and limits of that process. What it
 * reads of its environment before main, such as ASAN_OPTIONS, is as it was when it was loaded.
 *
 * It ends with the process that started it. Processes end with it, and when nobody waits for them
 * any longer.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "request.h"

/** Processes at a time. */
#define MOST 64
/** Descriptors from this on are nobody's standard streams. */
#define ASIDE 512

typedef int main_function(int, char **, char **);

static main_function *program;

/** The processes, and the connections of those who wait for them. */
static struct {
    pid_t pid;
    int connection;
} running[MOST];
static int running_count;

static void fail(const char *what)
{
    dprintf(STDERR_FILENO, "tests/loaded: %s: %s\n", what, strerror(errno));
    _exit(126);
}

/* The process that begins */

static void receive(int connection, void *bytes, size_t size)
{
    for (char *at = bytes; size > 0;) {
        ssize_t length = read(connection, at, size);
        if (length == 0 || (length < 0 && errno != EINTR)) {
            fail("request");
        }
        at += length > 0 ? length : 0;
        size -= length > 0 ? (size_t)length : 0;
    }
}

/** Receive the request with its descriptors, which are out of the way then. */
static void receive_request(int connection, struct request *request, int *descriptors)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int[MOST_DESCRIPTORS]))];
    } control;
    struct iovec data = {request, sizeof *request};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t length = recvmsg(connection, &message, 0);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (length <= 0 || !header || message.msg_flags & MSG_CTRUNC) {
        fail("request");
    }
    receive(connection, (char *)request + length, sizeof *request - (size_t)length);
    memcpy(descriptors, CMSG_DATA(header), request->descriptors * sizeof *descriptors);
    for (uint32_t i = 0; i < request->descriptors; i++) {
        descriptors[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, ASIDE);
        if (descriptors[i] < 0) {
            fail("descriptor");
        }
    }
}

static void place_descriptors(const struct request *request, const int *descriptors)
{
    if (fchdir(descriptors[0])) {
        fail("directory");
    }
    close_range(0, ASIDE - 1, 0);
    for (uint32_t i = 1; i < request->descriptors; i++) {
        dup2(descriptors[i], request->numbers[i]);
    }
    close_range(ASIDE, ~0u, 0);
}

static char **words_at(char **at, uint32_t count)
{
    char **words = calloc(count + 1, sizeof *words);
    for (uint32_t i = 0; i < count; i++) {
        words[i] = *at;
        *at += strlen(*at) + 1;
    }
    return words;
}

static void take_signals(uint64_t ignored, const sigset_t *mask)
{
    for (int number = 1; number < NSIG; number++) {
        signal(number, ignored >> (number - 1) & 1 ? SIG_IGN : SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, mask, NULL);
}

/*
 * What the program has registered for its end is done, but destructors of libraries are not run:
 * those of AddressSanitizer forget each variable, a third of the page faults of a short run.
 */
static void end(int status, void *data)
{
    (void)data;
    fflush(NULL);
    _exit(status);
}

static void begin(int connection, const sigset_t *mask)
{
    struct request request;
    int descriptors[MOST_DESCRIPTORS];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    receive_request(connection, &request, descriptors);
    char *words = malloc(request.size + 1);
    receive(connection, words, request.size);
    char **arguments = words_at(&words, request.arguments);
    environ = words_at(&words, request.variables);
    program_invocation_name = arguments[0];
    program_invocation_short_name = basename(arguments[0]);
    place_descriptors(&request, descriptors);
    umask((mode_t)request.umask);
    take_signals(request.ignored, mask);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        setrlimit((__rlimit_resource_t)i, &request.limits[i]);
    }
    const char *options = getenv("ASAN_OPTIONS");
    /* The search for leaks was registered before, and would not come. */
    if (dlsym(RTLD_DEFAULT, "__asan_init") && options && strstr(options, "detect_leaks=0")) {
        on_exit(end, NULL);
    }
    exit(program((int)request.arguments, arguments, environ));
}

/* The one that waits */

static void start(int listener, const sigset_t *mask)
{
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) {
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        begin(connection, mask);
    }
    if (pid < 0) {
        close(connection);
        return;
    }
    send(connection, &pid, sizeof pid, MSG_NOSIGNAL);
    running[running_count].pid = pid;
    running[running_count++].connection = connection;
}

static void answer(pid_t pid, int status)
{
    for (int i = 0; i < running_count; i++) {
        if (running[i].pid == pid) {
            send(running[i].connection, &status, sizeof status, MSG_NOSIGNAL);
            close(running[i].connection);
            running[i] = running[--running_count];
            return;
        }
    }
}

static void reap(int ended)
{
    struct signalfd_siginfo information;
    int status;
    pid_t pid;
    (void)!read(ended, &information, sizeof information);
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        answer(pid, status);
    }
}

static void serve(int listener, int ended, const sigset_t *mask)
{
    struct pollfd polled[MOST + 2];
    for (;;) {
        int count = running_count;
        polled[0] = (struct pollfd){ended, POLLIN, 0};
        polled[1] = (struct pollfd){count < MOST ? listener : -1, POLLIN, 0};
        for (int i = 0; i < count; i++) {
            polled[i + 2] = (struct pollfd){running[i].connection, POLLRDHUP, 0};
        }
        if (poll(polled, (nfds_t)count + 2, -1) < 0) {
            continue;
        }
        for (int i = 0; i < count; i++) {
            if (polled[i + 2].revents) {
                kill(-running[i].pid, SIGKILL);
            }
        }
        if (polled[0].revents) {
            reap(ended);
        }
        if (polled[1].revents) {
            start(listener, mask);
        }
    }
}

static int open_listener(const char *path)
{
    char *folder = strdup(path), *name = strdup(path);
    int directory = open(dirname(folder), O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct sockaddr_un address = socket_address(directory, "binding");
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    /* Who finds the socket must be heard at once. */
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, MOST) ||
        renameat(directory, "binding", directory, basename(name))) {
        fail(path);
    }
    close(directory);
    free(folder);
    free(name);
    return listener;
}

static int keep(int count, char **arguments, char **environment)
{
    sigset_t mask, ends;
    (void)count, (void)arguments, (void)environment;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, &mask);
    serve(open_listener(getenv("CG_LOADED")), signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK),
          &mask);
    return 0;
}

typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

/** Called by the first instructions of a program, after all its libraries were initialised. */
int __libc_start_main(main_function *its_main, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_function *real;
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    program = its_main;
    return real(getenv("CG_LOADED") ? keep : its_main, count, arguments, init, fini, loader_fini,
                stack_end);
}
