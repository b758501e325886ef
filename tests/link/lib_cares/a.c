/* Answers come to a function with the data of the question, changes of sockets to one of the
 * options. */
#include "outside_cares.h"

struct query {
    void (*answered)(void);
};
static void answered(void)
{
}
static void watched(void)
{
}
static void never(void)
{
}
static void on_host(void *data, int status, int timeouts, struct hostent *host)
{
    struct query *query = data;
    query->answered();
}
static void on_socket(void *data, int socket, int readable, int writable)
{
    ((void (*)(void))data)();
}
static void not_set(void *data, int status, int timeouts, struct hostent *host)
{
    never();
}
int main(void)
{
    struct query query = {answered};
    struct ares_options options = {.sock_state_cb = on_socket,
                                   .sock_state_cb_data = (void *)watched};
    ares_channel channel;
    ares_init_options(&channel, &options, 0);
    ares_gethostbyname(channel, "localhost", 0, on_host, &query);
    ares_process_fd(channel, 3, -1);
    return 0;
}
