#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN void (*hook)(void);
HIDDEN void call(void)
{
}
int main(void)
{
    return 0;
}
