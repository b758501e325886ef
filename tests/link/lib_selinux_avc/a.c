/* Functions that avc_init gets, and what these make. */
#include <selinux/avc.h>
#include <stdlib.h>

static void never(const char *text)
{
}
static void *get(size_t size)
{
    return malloc(size);
}
static void put(void *memory)
{
    free(memory);
}
static void logs(const char *format, ...)
{
}
static void audited(void *data, security_class_t class, char *text, size_t size)
{
    ((void (*)(const char *))data)(text);
}
static void seen(const char *text)
{
}
static void *start(void (*run)(void))
{
    run();
    return NULL;
}
static void stop(void *thread)
{
}
static void (*locked)(const char *) = seen;
static void *make_lock(void)
{
    return &locked;
}
static void lock(void *lock)
{
    (*(void (**)(const char *))lock)("");
}

int main(void)
{
    void (*unused)(const char *) = never;
    struct avc_memory_callback memory = {get, put};
    struct avc_log_callback log = {logs, audited};
    struct avc_thread_callback thread = {start, stop};
    struct avc_lock_callback locks = {make_lock, lock, lock, lock};
    if (avc_init("test", &memory, &log, &thread, &locks) == 0) {
        avc_has_perm(NULL, NULL, 1, 1, NULL, (void *)seen);
        avc_destroy();
    }
    return unused == NULL;
}
