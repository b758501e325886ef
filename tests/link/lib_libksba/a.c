/* What is read, written and hashed goes through functions of the program, as memory does. */
#include <stdlib.h>
#include <string.h>

#include <ksba.h>

static void hashed(void)
{
}
static void kept(void)
{
}
static void never(void)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void *reallocate(void *memory, size_t size)
{
    return realloc(memory, size);
}
static void release(void *memory)
{
    free(memory);
}
static int fill(void *data, char *buffer, size_t size, size_t *count)
{
    const char **text = data;
    *count = strlen(*text) < size ? strlen(*text) : size;
    memcpy(buffer, *text, *count);
    *text += *count;
    return *count == 0;
}
static int not_set(void *data, char *buffer, size_t size, size_t *count)
{
    never();
    return -1;
}
static int take(void *data, const void *bytes, size_t size)
{
    return 0;
}
static gpg_error_t filter(void *data, const void *in, size_t in_size, size_t *in_used, void *out,
                          size_t out_size, size_t *out_used)
{
    *in_used = *out_used = in_size < out_size ? in_size : out_size;
    memcpy(out, in, *out_used);
    return 0;
}
static void hash(void *data, const void *bytes, size_t size)
{
    ((void (*)(void))data)();
}

int main(void)
{
    const char *text = "no message";
    char bytes[4];
    size_t count;
    ksba_reader_t reader;
    ksba_writer_t writer;
    ksba_certreq_t request;
    ksba_cert_t certificate;
    ksba_stop_reason_t reason;
    ksba_set_malloc_hooks(allocate, reallocate, release);
    if (ksba_reader_new(&reader) || ksba_writer_new(&writer) || ksba_certreq_new(&request) ||
        ksba_cert_new(&certificate)) {
        return 1;
    }
    ksba_reader_set_cb(reader, fill, &text);
    ksba_reader_read(reader, bytes, sizeof bytes, &count);
    ksba_writer_set_cb(writer, take, NULL);
    ksba_writer_set_filter(writer, filter, NULL);
    ksba_writer_write(writer, bytes, count);
    ksba_certreq_set_hash_function(request, hash, (void *)hashed);
    ksba_certreq_set_writer(request, writer);
    ksba_certreq_add_subject(request, "CN=name");
    ksba_certreq_set_public_key(request,
                                (ksba_const_sexp_t) "(10:public-key(3:rsa(1:n1:\x11)(1:e1:\x03)))");
    ksba_certreq_build(request, &reason);
    ksba_certreq_build(request, &reason);
    void (*function)(void) = kept;
    ksba_cert_set_user_data(certificate, "key", &function, sizeof function);
    ksba_cert_get_user_data(certificate, "key", &function, sizeof function, &count);
    function();
    ksba_reader_release(reader);
    return reason != KSBA_SR_NEED_SIG;
}
