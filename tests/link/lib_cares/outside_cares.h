/* What the case needs of ares.h. */
#include <netdb.h>
typedef struct ares_channeldata *ares_channel;
struct ares_options {
    int flags;
    int numbers[15];
    void *pointers;
    void (*sock_state_cb)(void *data, int socket, int readable, int writable);
    void *sock_state_cb_data;
};
typedef void (*ares_host_callback)(void *data, int status, int timeouts, struct hostent *host);
int ares_init_options(ares_channel *channel, struct ares_options *options, int mask);
void ares_gethostbyname(ares_channel channel, const char *name, int family,
                        ares_host_callback callback, void *data);
void ares_process_fd(ares_channel channel, int readable, int writable);
