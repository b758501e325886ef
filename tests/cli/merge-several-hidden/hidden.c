#ifndef TAKEN
#define TAKEN visibility("hidden")
#endif
#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN void (*hook)(void);
HIDDEN void call(void) __attribute__((TAKEN));
HIDDEN void call(void)
{
}
int main(void)
{
    return 0;
}
