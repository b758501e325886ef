/* As lib_openssl_methods, in C++, where all pointers are tracked. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/asn1t.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/ui.h>
#include <openssl/x509v3.h>

struct state {
    void (*note)(const char *);
};
typedef struct {
    ASN1_INTEGER *number;
    void (*note)(const char *);
} THING;
static void signed_by_rsa(const char *text)
{
}
static void seen(const char *text)
{
}
static void controlled(const char *text)
{
}
static void asked(const char *text)
{
}
static void decoded(const char *text)
{
}
static void never(const char *text)
{
}
static int with_rsa(int length, const unsigned char *from, unsigned char *to, RSA *rsa, int padding)
{
    ((struct state *)RSA_meth_get0_app_data(RSA_get_method(rsa)))->note("");
    return RSA_meth_get_priv_enc(RSA_PKCS1_OpenSSL())(length, from, to, rsa, padding);
}
static int never_set(RSA *rsa)
{
    never("");
    return 1;
}
static int with_ec(int type, const unsigned char *digest, int length, unsigned char *signature,
                   unsigned int *size, const BIGNUM *kinv, const BIGNUM *r, EC_KEY *key)
{
    int (*sign)(int, const unsigned char *, int, unsigned char *, unsigned int *, const BIGNUM *,
                const BIGNUM *, EC_KEY *);
    EC_KEY_METHOD_get_sign(EC_KEY_OpenSSL(), &sign, NULL, NULL);
    return sign(type, digest, length, signature, size, kinv, r, key);
}
static int on_thing(int operation, ASN1_VALUE **value, const ASN1_ITEM *item, void *data)
{
    if (operation == ASN1_OP_NEW_POST) {
        ((THING *)*value)->note = decoded;
    }
    return 1;
}
ASN1_SEQUENCE_cb(THING, on_thing) = {ASN1_SIMPLE(THING, number,
                                                 ASN1_INTEGER)} ASN1_SEQUENCE_END_cb(THING, THING)
    IMPLEMENT_ASN1_FUNCTIONS(THING) static int control(EVP_CIPHER_CTX * context, int type,
                                                       int argument, void *data)
{
    if (type == 1000) {
        ((struct state *)data)->note("");
    }
    return 1;
}
static int start(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv,
                 int encrypt)
{
    *(void (**)(const char *))EVP_CIPHER_CTX_get_cipher_data(context) = seen;
    return 1;
}
static int cipher(EVP_CIPHER_CTX *context, unsigned char *out, const unsigned char *in,
                  size_t length)
{
    (*(void (**)(const char *))EVP_CIPHER_CTX_get_cipher_data(context))("");
    return 1;
}
static int ask(UI *ui, UI_STRING *string)
{
    struct state *state = (struct state *)UI_get0_user_data(ui);
    state->note("");
    return UI_set_result(ui, string, "secret") == 0;
}
static void rsa(void)
{
    struct state state = {signed_by_rsa};
    RSA_METHOD *method = RSA_meth_dup(RSA_PKCS1_OpenSSL());
    RSA_meth_set0_app_data(method, &state);
    RSA_meth_set_priv_enc(method, with_rsa);
    RSA *rsa = RSA_new();
    BIGNUM *e = BN_new();
    BN_set_word(e, RSA_F4);
    RSA_generate_key_ex(rsa, 1024, e, NULL);
    RSA_set_method(rsa, method);
    unsigned char out[128];
    RSA_private_encrypt(4, (const unsigned char *)"text", out, rsa, RSA_PKCS1_PADDING);
}
static void ec(void)
{
    EC_KEY_METHOD *method = EC_KEY_METHOD_new(EC_KEY_OpenSSL());
    EC_KEY_METHOD_set_sign(method, with_ec, NULL, NULL);
    EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    EC_KEY_generate_key(key);
    EC_KEY_set_method(key, method);
    unsigned char out[256];
    unsigned int size;
    ECDSA_sign(0, (const unsigned char *)"digest", 6, out, &size, key);
}
static void asn1(void)
{
    THING *thing = THING_new();
    unsigned char *bytes = NULL;
    ASN1_INTEGER_set(thing->number, 5);
    int length = i2d_THING(thing, &bytes);
    const unsigned char *from = bytes;
    THING *other = d2i_THING(NULL, &from, length);
    other->note("");
    ASN1_STRING *string = ASN1_STRING_new();
    ASN1_STRING_set(string, "text", 4);
    thing->note((const char *)ASN1_STRING_get0_data(string));
    const X509V3_EXT_METHOD *extension = X509V3_EXT_get_nid(NID_subject_key_identifier);
    OPENSSL_free(extension->i2s(extension, string));
}
static void ciphers(void)
{
    struct state state = {controlled};
    unsigned char key[16] = {0}, out[16];
    int length;
    EVP_CIPHER *made = EVP_CIPHER_meth_new(NID_undef, 1, 16);
    EVP_CIPHER_meth_set_impl_ctx_size(made, sizeof(void (*)(void)));
    EVP_CIPHER_meth_set_init(made, start);
    EVP_CIPHER_meth_set_do_cipher(made, cipher);
    EVP_CIPHER_meth_set_ctrl(made, control);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_EncryptInit_ex(context, made, NULL, key, NULL);
    EVP_CIPHER_CTX_ctrl(context, 1000, 0, &state);
    EVP_EncryptUpdate(context, out, &length, key, 16);
}
static void user(void)
{
    struct state state = {asked};
    char text[16];
    UI_METHOD *method = UI_create_method("test");
    UI_method_set_reader(method, ask);
    UI *ui = UI_new_method(method);
    UI_add_user_data(ui, &state);
    UI_add_input_string(ui, "?", 0, text, 0, 15);
    UI_process(ui);
}
int main(void)
{
    int (*finish)(RSA *) = never_set;
    rsa();
    ec();
    asn1();
    ciphers();
    user();
    return finish == NULL;
}
