/* Callbacks get the data of the session, which comes after them; streams have data of their own. */
#include "outside_nghttp2.h"

struct connection {
    void (*write)(void);
};
struct request {
    void (*done)(void);
};
static void written(void)
{
}
static void finished(void)
{
}
static void produced(void)
{
}
static void never(void)
{
}
static ssize_t on_send(nghttp2_session *session, const uint8_t *bytes, size_t length, int flags,
                       void *data)
{
    struct connection *connection = data;
    connection->write();
    return (ssize_t)length;
}
static int on_close(nghttp2_session *session, int32_t stream, uint32_t code, void *data)
{
    struct request *request = nghttp2_session_get_stream_user_data(session, stream);
    request->done();
    return 0;
}
static ssize_t on_read(nghttp2_session *session, int32_t stream, uint8_t *bytes, size_t length,
                       uint32_t *flags, nghttp2_data_source *source, void *data)
{
    ((void (*)(void))source->ptr)();
    return 0;
}
static ssize_t not_set(nghttp2_session *session, const uint8_t *bytes, size_t length, int flags,
                       void *data)
{
    never();
    return 0;
}
int main(void)
{
    struct connection connection = {written};
    struct request request = {finished};
    nghttp2_session *session;
    nghttp2_session_callbacks *callbacks;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_send_callback(callbacks, on_send);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_client_new(&session, callbacks, &connection);
    nghttp2_data_provider provider = {{0}, on_read};
    provider.source.ptr = (void *)produced;
    nghttp2_submit_request(session, NULL, NULL, 0, &provider, &request);
    return nghttp2_session_send(session);
}
