/* Machine code that the program writes may call the functions whose addresses it writes there, in
 * whatever way it does, and no others. The run does not call it: it is that of one processor. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct buffer {
    unsigned char *code;
    int length;
};

void by_bytes(void);
void by_copy(void);
void by_word(void);
void never(void);

void by_bytes(void)
{
}

void by_copy(void)
{
}

void by_word(void)
{
}

void never(void)
{
}

static unsigned char *pages(void)
{
    return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void emit(struct buffer *b, uint64_t word)
{
    for (int i = 0; i < 8; i++) {
        b->code[b->length++] = word >> 8 * i;
    }
}

static void write_bytes(int run)
{
    struct buffer *b = calloc(1, sizeof *b);
    b->code = pages();
    emit(b, (uintptr_t)by_bytes);
    if (run) {
        ((void (*)(void))b->code)();
    }
}

static void write_copy(int run)
{
    unsigned char *p = pages();
    void (*f)(void) = by_copy;
    memcpy(p + 2, &f, sizeof f);
    if (run) {
        ((void (*)(void))p)();
    }
}

static void write_word(int run)
{
    unsigned char *p = pages();
    *(uint64_t *)(p + 2) = (uintptr_t)by_word;
    if (run) {
        ((void (*)(void))p)();
    }
}

int main(int argc, char **argv)
{
    int run = argc > 1 && strcmp(argv[1], "run") == 0;
    write_bytes(run);
    write_copy(run);
    write_word(run);
    return 0;
}
