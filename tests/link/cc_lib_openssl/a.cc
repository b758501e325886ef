/* As lib_openssl, in C++, where all pointers are tracked. */
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <string.h>

struct state {
    void (*note)(const char *);
};
static void note(const char *text)
{
}
static void element(const char *text)
{
}
static void shown(const char *text)
{
}
static void password(const char *text)
{
}
static void never(const char *text)
{
}
static int not_set(int ok, X509_STORE_CTX *context)
{
    never("");
    return ok;
}
static int verify(int ok, X509_STORE_CTX *context)
{
    return ok;
}
static int print(const char *text, size_t length, void *data)
{
    ((void (*)(const char *))data)(text);
    return 1;
}
static int ask(char *text, int size, int writing, void *data)
{
    struct state *state = (struct state *)data;
    state->note(text);
    strcpy(text, "secret");
    return 6;
}
static void on_error(int writing, int version, int type, const void *bytes, size_t length, SSL *ssl,
                     void *data)
{
    ((void (*)(const char *))data)("");
}
static long watch(BIO *bio, int operation, const char *bytes, size_t length, int i, long l, int result,
                  size_t *done)
{
    ((void (*)(const char *))BIO_get_callback_arg(bio))(bytes);
    return result;
}
int main(void)
{
    struct state state = {note};
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, verify);
    SSL_CTX_set_ex_data(context, 0, &state);
    ((struct state *)SSL_CTX_get_ex_data(context, 0))->note("");
    SSL_CTX_set_msg_callback(context, on_error);
    SSL_CTX_set_msg_callback_arg(context, (void *)shown);
    OPENSSL_STACK *stack = OPENSSL_sk_new_null();
    OPENSSL_sk_push(stack, (void *)element);
    ((void (*)(const char *))OPENSSL_sk_value(stack, 0))("");
    BIO *bio = BIO_new_mem_buf("text", 4);
    BIO_set_callback_ex(bio, watch);
    BIO_set_callback_arg(bio, (char *)shown);
    char read[4];
    BIO_read(bio, read, sizeof read);
    PEM_read_bio_PrivateKey(bio, NULL, ask, &state);
    ERR_print_errors_cb(print, (void *)password);
    return 0;
}
