/* Memory and messages go through functions of the program; opaque numbers come back. */
#include <stdarg.h>
#include <stdlib.h>

#include <gcrypt.h>

static void opaque(void)
{
}
static void logged(void)
{
}
static void never(void)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static int is_secure(const void *memory)
{
    return 0;
}
static void *reallocate(void *memory, size_t size)
{
    return realloc(memory, size);
}
static void release(void *memory)
{
    free(memory);
}
static void print(void *data, int level, const char *format, va_list list)
{
    ((void (*)(void))data)();
}
static void not_set(void *data, int level, const char *format, va_list list)
{
    never();
}
int main(void)
{
    unsigned int bits;
    gcry_set_allocation_handler(allocate, allocate, is_secure, reallocate, release);
    gcry_set_log_handler(print, (void *)logged);
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    gcry_log_debug("text");
    gcry_mpi_t number = gcry_mpi_set_opaque(NULL, (void *)opaque, 8);
    ((void (*)(void))gcry_mpi_get_opaque(number, &bits))();
    return 0;
}
