/* Functions get the context beside them; what is encrypted comes back. */
#include <nettle/aes.h>
#include <nettle/buffer.h>
#include <nettle/cbc.h>
#include <nettle/nettle-meta.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    void (*on_growth)(void);
};
static void grown(void)
{
}
static void encrypted(void)
{
}
static void never(void)
{
}
static void *grow(void *data, void *memory, size_t size)
{
    struct memory *from = data;
    from->on_growth();
    return realloc(memory, size);
}
static void *not_used(void *data, void *memory, size_t size)
{
    never();
    return NULL;
}
static void same(const void *data, size_t length, uint8_t *to, const uint8_t *from)
{
    ((void (*)(void))data)();
    memmove(to, from, length);
}
static void keyed(void)
{
}
int main(void)
{
    struct memory memory = {grown};
    struct nettle_buffer buffer;
    nettle_buffer_init_realloc(&buffer, &memory, grow);
    nettle_buffer_write(&buffer, 3, (const uint8_t *)"abc");
    nettle_buffer_clear(&buffer);

    union {
        void (*function)(void);
        uint8_t bytes[16];
    } block = {encrypted}, back;
    uint8_t vector[16] = {0}, packed[16];
    cbc_encrypt((const void *)keyed, same, 16, vector, 16, packed, block.bytes);
    memset(vector, 0, 16);
    cbc_decrypt((const void *)keyed, same, 16, vector, 16, back.bytes, packed);
    back.function();
    return nettle_sha256.digest_size != 32;
}
