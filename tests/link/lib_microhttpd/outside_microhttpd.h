/* What the case needs of microhttpd.h. */
#include <stddef.h>
#include <stdint.h>
struct MHD_Daemon;
struct MHD_Connection;
enum MHD_Result { MHD_NO, MHD_YES };
#define MHD_OPTION_END 0
#define MHD_OPTION_NOTIFY_COMPLETED 4
typedef enum MHD_Result (*MHD_AccessHandlerCallback)(void *data, struct MHD_Connection *connection,
                                                     const char *url, const char *method,
                                                     const char *version, const char *upload,
                                                     size_t *size, void **request);
struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, void *accept, void *accept_data,
                                    MHD_AccessHandlerCallback handler, void *data, ...);
int MHD_run(struct MHD_Daemon *daemon);
void MHD_stop_daemon(struct MHD_Daemon *daemon);
