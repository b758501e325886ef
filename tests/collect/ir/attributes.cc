int f();
void g();
void release(int **);
void release_file(void *);

__attribute__((constructor)) static void at_start()
{
    f();
}
__attribute__((destructor(200))) void at_end()
{
    g();
}
int cleaned_up()
{
    __attribute__((cleanup(release))) int *memory = nullptr;
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(release_file))) void *file = nullptr;
        f();
    }
    return f();
}
[[noreturn]] void stop();
[[gnu::always_inline]] inline int always(int n)
{
    return n ? n : f();
}
int used(int n)
{
    if (n) {
        stop();
    }
    return always(n);
}
