/* In place of nghttp2, with one stream. */
#include "outside_nghttp2.h"
#include <stdlib.h>

struct nghttp2_session_callbacks {
    nghttp2_send_callback send;
    nghttp2_on_stream_close_callback close;
};
struct nghttp2_session {
    nghttp2_session_callbacks callbacks;
    nghttp2_data_provider provider;
    void *data, *stream_data;
};
int nghttp2_session_callbacks_new(nghttp2_session_callbacks **callbacks)
{
    *callbacks = calloc(1, sizeof **callbacks);
    return 0;
}
void nghttp2_session_callbacks_set_send_callback(nghttp2_session_callbacks *callbacks,
                                                 nghttp2_send_callback function)
{
    callbacks->send = function;
}
void nghttp2_session_callbacks_set_on_stream_close_callback(
    nghttp2_session_callbacks *callbacks, nghttp2_on_stream_close_callback function)
{
    callbacks->close = function;
}
int nghttp2_session_client_new(nghttp2_session **session,
                               const nghttp2_session_callbacks *callbacks, void *data)
{
    *session = calloc(1, sizeof **session);
    (*session)->callbacks = *callbacks;
    (*session)->data = data;
    return 0;
}
int32_t nghttp2_submit_request(nghttp2_session *session, const void *priority, const void *headers,
                               size_t count, const nghttp2_data_provider *provider, void *data)
{
    session->provider = *provider;
    session->stream_data = data;
    return 1;
}
void *nghttp2_session_get_stream_user_data(nghttp2_session *session, int32_t stream)
{
    return session->stream_data;
}
int nghttp2_session_send(nghttp2_session *session)
{
    uint8_t bytes[8];
    uint32_t flags = 0;
    ssize_t length = session->provider.read_callback(session, 1, bytes, sizeof bytes, &flags,
                                                     &session->provider.source, session->data);
    session->callbacks.send(session, bytes, (size_t)length, 0, session->data);
    return session->callbacks.close(session, 1, 0, session->data);
}
