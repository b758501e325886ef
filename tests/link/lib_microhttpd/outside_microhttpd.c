/* In place of libmicrohttpd: one request. */
#include "outside_microhttpd.h"
#include <stdarg.h>
#include <stdlib.h>

struct MHD_Daemon {
    MHD_AccessHandlerCallback handler;
    void *data;
    void (*completed)(void *data, struct MHD_Connection *connection, void **request, int how);
    void *completed_data;
};
struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, void *accept, void *accept_data,
                                    MHD_AccessHandlerCallback handler, void *data, ...)
{
    struct MHD_Daemon *daemon = calloc(1, sizeof *daemon);
    daemon->handler = handler;
    daemon->data = data;
    va_list options;
    va_start(options, data);
    if (va_arg(options, int) == MHD_OPTION_NOTIFY_COMPLETED) {
        daemon->completed = va_arg(options, void *);
        daemon->completed_data = va_arg(options, void *);
    }
    va_end(options);
    return daemon;
}
int MHD_run(struct MHD_Daemon *daemon)
{
    void *request = NULL;
    size_t size = 0;
    daemon->handler(daemon->data, NULL, "/", "GET", "1.1", NULL, &size, &request);
    daemon->completed(daemon->completed_data, NULL, &request, 0);
    return 1;
}
void MHD_stop_daemon(struct MHD_Daemon *daemon)
{
    free(daemon);
}
