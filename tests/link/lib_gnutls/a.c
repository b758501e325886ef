/* Sessions hand transports, databases and hooks what was set for them. */
#include <gnutls/gnutls.h>
#include <string.h>

struct peer {
    void (*on_bytes)(void);
};
static void sent(void)
{
}
static void greeted(void)
{
}
static void logged(int level, const char *text)
{
}
static void never(void)
{
}
static ssize_t push(gnutls_transport_ptr_t data, const void *bytes, size_t length)
{
    struct peer *peer = data;
    peer->on_bytes();
    return length;
}
static ssize_t pull(gnutls_transport_ptr_t data, void *bytes, size_t length)
{
    return 0;
}
static int wait(gnutls_transport_ptr_t data, unsigned int milliseconds)
{
    return 1;
}
static int on_message(gnutls_session_t session, unsigned int type, unsigned when,
                      unsigned int incoming, const gnutls_datum_t *message)
{
    ((void (*)(void))gnutls_session_get_ptr(session))();
    return 0;
}
static int not_set(gnutls_session_t session)
{
    never();
    return 0;
}
int main(void)
{
    struct peer peer = {sent};
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    gnutls_global_set_log_function(logged);
    gnutls_certificate_allocate_credentials(&credentials);
    gnutls_init(&session, GNUTLS_CLIENT);
    gnutls_set_default_priority(session);
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
    gnutls_session_set_ptr(session, (void *)greeted);
    gnutls_handshake_set_hook_function(session, GNUTLS_HANDSHAKE_ANY, GNUTLS_HOOK_BOTH, on_message);
    gnutls_transport_set_ptr(session, &peer);
    gnutls_transport_set_push_function(session, push);
    gnutls_transport_set_pull_function(session, pull);
    gnutls_transport_set_pull_timeout_function(session, wait);
    gnutls_handshake(session);
    gnutls_deinit(session);
    gnutls_certificate_free_credentials(credentials);
    gnutls_free(gnutls_malloc(3));
    return 0;
}
