/* Numbers are in memory of the program's functions, which it can ask for. */
#include <stdlib.h>

#include <gmp.h>

static void never(void)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void *reallocate(void *memory, size_t from, size_t to)
{
    return realloc(memory, to);
}
static void release(void *memory, size_t size)
{
    free(memory);
}
static void not_set(void *memory, size_t size)
{
    never();
}
int main(void)
{
    void (*freed)(void *, size_t);
    mpz_t number;
    mp_set_memory_functions(allocate, reallocate, release);
    mpz_init_set_ui(number, 3);
    mpz_pow_ui(number, number, 300);
    char *text = mpz_get_str(NULL, 10, number);
    mp_get_memory_functions(NULL, NULL, &freed);
    freed(text, 1);
    mpz_clear(number);
    return 0;
}
