#include <openssl/evp.h>
#include <string.h>
/* What is encrypted, or encoded as text, comes back as it was. */
typedef void (*action)(void);
static void ciphered(void)
{
}
static void last(void)
{
}
static void encoded(void)
{
}
static const unsigned char key[16], start[16];
static action decrypt(EVP_CIPHER_CTX *context, const unsigned char *bytes, int count)
{
    action got = 0;
    int size;
    EVP_DecryptInit_ex(context, EVP_aes_128_ctr(), 0, key, start);
    EVP_DecryptUpdate(context, (unsigned char *)&got, &size, bytes, count);
    return got;
}
int main(void)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    action from = ciphered, to;
    unsigned char bytes[32], text[64], plain[64];
    int size, more;
    EVP_EncryptInit_ex(context, EVP_aes_128_ctr(), 0, key, start);
    EVP_EncryptUpdate(context, bytes, &size, (unsigned char *)&from, sizeof from);
    decrypt(context, bytes, size)();
    from = last;
    EVP_EncryptInit_ex(context, EVP_aes_128_cbc(), 0, key, start);
    EVP_EncryptUpdate(context, bytes, &size, (unsigned char *)&from, sizeof from);
    EVP_EncryptFinal_ex(context, bytes + size, &more);
    EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), 0, key, start);
    EVP_DecryptUpdate(context, (unsigned char *)plain, &size, bytes, size + more);
    EVP_DecryptFinal_ex(context, plain + size, &more);
    memcpy(&to, plain, sizeof to);
    to();
    EVP_CIPHER_CTX_free(context);
    from = encoded;
    size = EVP_EncodeBlock(text, (unsigned char *)&from, sizeof from);
    EVP_DecodeBlock(plain, text, size);
    memcpy(&to, plain, sizeof to);
    to();
    return 0;
}
