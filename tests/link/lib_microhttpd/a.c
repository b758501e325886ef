/* Options hold functions and their data; what a handler keeps for the request, all get. */
#include "outside_microhttpd.h"

struct server {
    void (*answer)(void);
};
struct request {
    void (*end)(void);
};
struct counter {
    void (*count)(void);
};
static void answered(void)
{
}
static void ended(void)
{
}
static void counted(void)
{
}
static void never(void)
{
}
static struct request request = {ended};
static enum MHD_Result handle(void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *size, void **kept)
{
    struct server *server = data;
    server->answer();
    *kept = &request;
    return MHD_YES;
}
static void complete(void *data, struct MHD_Connection *connection, void **kept, int how)
{
    struct request *request = *kept;
    request->end();
    struct counter *counter = data;
    counter->count();
}
static void not_set(void *data, struct MHD_Connection *connection, void **kept, int how)
{
    never();
}
int main(void)
{
    struct server server = {answered};
    struct counter counter = {counted};
    struct MHD_Daemon *daemon =
        MHD_start_daemon(0, 8080, NULL, NULL, handle, &server, MHD_OPTION_NOTIFY_COMPLETED,
                         complete, &counter, MHD_OPTION_END);
    MHD_run(daemon);
    MHD_stop_daemon(daemon);
    return 0;
}
