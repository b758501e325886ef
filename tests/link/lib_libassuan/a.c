/* A server reads its commands from a pipe, a client what was answered from a socket; memory,
 * messages and bytes go through hooks of the program. Contexts stay, since releasing one jumps
 * into the program: as if the caller had called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <assuan.h>

static void logged(void)
{
}
static void pointed(void)
{
}
static void got_data(void)
{
}
static void got_status(void)
{
}
static void never(void)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void *reallocate(void *memory, size_t size)
{
    return realloc(memory, size);
}
static void release(void *memory)
{
    free(memory);
}
static int print(assuan_context_t context, void *hook, unsigned category, const char *text)
{
    ((void (*)(void))hook)();
    return 0;
}
static int not_set(assuan_context_t context, void *hook, unsigned category, const char *text)
{
    never();
    return 0;
}
static ssize_t read_bytes(assuan_context_t context, int file, void *buffer, size_t size)
{
    return __assuan_read(context, file, buffer, size);
}
static ssize_t write_bytes(assuan_context_t context, int file, const void *buffer, size_t size)
{
    return __assuan_write(context, file, buffer, size);
}
static unsigned watch(assuan_context_t context, void *hook, int direction, const char *line,
                      size_t length)
{
    return 0;
}
static gpg_error_t hello(assuan_context_t context, char *line)
{
    ((void (*)(void))assuan_get_pointer(context))();
    fputs("text", assuan_get_data_fp(context));
    return 0;
}
static gpg_error_t option(assuan_context_t context, const char *name, const char *value)
{
    return 0;
}
static gpg_error_t bye(assuan_context_t context, char *line)
{
    return 0;
}
static void after(assuan_context_t context, gpg_error_t status)
{
}
static gpg_error_t take_data(void *data, const void *bytes, size_t length)
{
    ((void (*)(void))data)();
    return 0;
}
static gpg_error_t inquired(void *data, const char *line)
{
    return 0;
}
static gpg_error_t take_status(void *data, const char *line)
{
    ((void (*)(void))data)();
    return 0;
}

static void serve(void)
{
    static const char commands[] = "OPTION a=b\nHELLO\nBYE\n";
    int in[2], out[2];
    assuan_context_t context;
    if (pipe(in) || pipe(out) || write(in[1], commands, strlen(commands)) < 0 ||
        assuan_new(&context)) {
        exit(1);
    }
    int files[2] = {in[0], out[1]};
    assuan_set_pointer(context, (void *)pointed);
    assuan_init_pipe_server(context, files);
    assuan_set_io_monitor(context, watch, NULL);
    assuan_register_command(context, "HELLO", hello, NULL);
    assuan_register_option_handler(context, option);
    assuan_register_bye_notify(context, bye);
    assuan_register_post_cmd_notify(context, after);
    assuan_accept(context);
    assuan_process(context);
}

static void ask(void)
{
    static const char answers[] = "OK hello\nD bytes\nS STATUS\nINQUIRE WHAT\nOK\n";
    int ends[2];
    assuan_context_t context;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || write(ends[1], answers, strlen(answers)) < 0 ||
        assuan_new(&context)) {
        exit(1);
    }
    assuan_socket_connect_fd(context, ends[0], 0);
    assuan_transact(context, "ASK", take_data, (void *)got_data, inquired, NULL, take_status,
                    (void *)got_status);
}

int main(void)
{
    struct assuan_malloc_hooks memory = {allocate, reallocate, release};
    struct assuan_system_hooks system = {ASSUAN_SYSTEM_HOOKS_VERSION,
                                         __assuan_usleep,
                                         __assuan_pipe,
                                         __assuan_close,
                                         read_bytes,
                                         write_bytes,
                                         __assuan_recvmsg,
                                         __assuan_sendmsg,
                                         __assuan_spawn,
                                         __assuan_waitpid,
                                         __assuan_socketpair,
                                         __assuan_socket,
                                         __assuan_connect};
    assuan_set_malloc_hooks(&memory);
    assuan_set_log_cb(print, (void *)logged);
    assuan_set_system_hooks(&system);
    serve();
    ask();
    return 0;
}
