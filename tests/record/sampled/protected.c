// path all;before;burn
// path all;after;burn
// path all;unharmed;burn
// share [code] 0 1
#include "burn.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* A page with one function, between those of the compiler. */
__asm__(".pushsection .text\n.balign 4096\n.type changed, @function\n"
        "changed: mov $1, %eax\nret\n.size changed, . - changed\n.balign 4096\n.popsection");
int changed(void);

APART void before(void)
{
    burn(30);
    STAY;
}

APART void after(void)
{
    burn(30);
    STAY;
}

APART void unharmed(void)
{
    burn(30);
    STAY;
}

/* What patches code makes a page writable and executable again: the same file is still there. */
static void patch(void *page)
{
    mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

/* Other code takes the place of a page; its neighbours stay. */
static void replace(void *page)
{
    static const unsigned char code[] = {0xb8, 2, 0, 0, 0, 0xc3}; /* mov $2,%eax; ret */
    mmap(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
         -1, 0);
    memcpy(page, code, sizeof code);
}

APART void all(void)
{
    before();
    after();
    unharmed();
    STAY;
}

int main(void)
{
    all();
    patch((void *)((uintptr_t)unharmed & -4096));
    all();
    replace((void *)changed);
    all();
    return changed() - 2;
}
