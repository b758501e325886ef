// Frames that grow while they run: alloca, arrays of variable length, and calls between.
// callgrind
// calls main grows 20
// calls grows leaf 190
// calls grows array 20
// calls array leaf 400
// calls array grows_more 20
// calls grows_more leaf 20
// path main;grows;array;leaf 400
#include <alloca.h>
#include <string.h>

static volatile int sink;

__attribute__((noinline)) void leaf(const char *text)
{
    sink += text[0];
}

__attribute__((noinline)) void grows_more(int size)
{
    char *text = alloca((size_t)size * 1000 + 1);
    text[0] = 1;
    leaf(text);
}

__attribute__((noinline)) void array(int size)
{
    char text[size + 1];
    for (int i = 0; i < 20; i++) {
        text[0] = (char)i;
        leaf(text);
    }
    grows_more(size);
}

__attribute__((noinline)) void grows(int size)
{
    for (int i = 0; i < size; i++) {
        char *text = alloca(100);
        text[0] = 1;
        leaf(text);
    }
    array(size);
}

int main(void)
{
    for (int i = 0; i < 20; i++) {
        grows(i);
    }
    return 0;
}
