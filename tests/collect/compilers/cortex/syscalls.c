/* What newlib asks of the board. */
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#define UART ((volatile uint32_t *)0x40011004u)

static void put(char c)
{
    *UART = (uint32_t)c;
}

int _write(int file, char *bytes, int length)
{
    (void)file;
    for (int i = 0; i < length; i++) {
        put(bytes[i]);
    }
    return length;
}

void *_sbrk(ptrdiff_t more)
{
    extern char heap_begin, heap_end;
    static char *end;
    char *before = end ? end : &heap_begin;
    if (before + more > &heap_end) {
        errno = ENOMEM;
        return (void *)-1;
    }
    end = before + more;
    return before;
}

int _close(int file)
{
    (void)file;
    return -1;
}

int _fstat(int file, struct stat *status)
{
    (void)file;
    status->st_mode = S_IFCHR;
    return 0;
}
