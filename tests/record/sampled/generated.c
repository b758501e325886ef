// path main;call;[code];called_back
// share [code] 90 100
// share call 90 100
#include <string.h>
#include <sys/mman.h>

/* A function made at run time, with a frame pointer:
 * push %rbp; mov %rsp,%rbp; 1: call *%rsi; dec %edi (kept in rbx); jnz 1b; pop; ret */
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x53, 0x41, 0x54, 0x89,
                                     0xfb, 0x49, 0x89, 0xf4, 0x41, 0xff, 0xd4, 0xff,
                                     0xcb, 0x75, 0xf9, 0x41, 0x5c, 0x5b, 0x5d, 0xc3};
static volatile unsigned sum;
__attribute__((noinline)) void called_back(void)
{
    for (unsigned i = 0; i < 1000; i++) {
        sum += i;
    }
}
__attribute__((noinline)) void call(void)
{
    void *made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(made, code, sizeof code);
    mprotect(made, 4096, PROT_READ | PROT_EXEC);
    ((void (*)(int, void (*)(void)))made)(100000, called_back);
    munmap(made, 4096);
}

int main(void)
{
    call();
    return 0;
}
