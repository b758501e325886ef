/* What the case needs of nghttp2/nghttp2.h. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
typedef struct nghttp2_session nghttp2_session;
typedef struct nghttp2_session_callbacks nghttp2_session_callbacks;
typedef union {
    int fd;
    void *ptr;
} nghttp2_data_source;
typedef struct {
    nghttp2_data_source source;
    ssize_t (*read_callback)(nghttp2_session *session, int32_t stream, uint8_t *bytes,
                             size_t length, uint32_t *flags, nghttp2_data_source *source,
                             void *data);
} nghttp2_data_provider;
typedef ssize_t (*nghttp2_send_callback)(nghttp2_session *session, const uint8_t *bytes,
                                         size_t length, int flags, void *data);
typedef int (*nghttp2_on_stream_close_callback)(nghttp2_session *session, int32_t stream,
                                                uint32_t code, void *data);
int nghttp2_session_callbacks_new(nghttp2_session_callbacks **callbacks);
void nghttp2_session_callbacks_set_send_callback(nghttp2_session_callbacks *callbacks,
                                                 nghttp2_send_callback function);
void nghttp2_session_callbacks_set_on_stream_close_callback(
    nghttp2_session_callbacks *callbacks, nghttp2_on_stream_close_callback function);
int nghttp2_session_client_new(nghttp2_session **session,
                               const nghttp2_session_callbacks *callbacks, void *data);
int32_t nghttp2_submit_request(nghttp2_session *session, const void *priority, const void *headers,
                               size_t count, const nghttp2_data_provider *provider, void *data);
void *nghttp2_session_get_stream_user_data(nghttp2_session *session, int32_t stream);
int nghttp2_session_send(nghttp2_session *session);
