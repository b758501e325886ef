/* One that nobody defines need not exist: it is no sign of code that was not collected. */
void notify(void);
__attribute__((weak)) void optional(void);
__attribute__((weak)) void provided(void);
__attribute__((weak)) void notify(void)
{
}
int main(void)
{
    void (*p)(void) = notify;
    void (*q)(void) = optional;
    void (*r)(void) = provided;
    p();
    if (q) {
        q();
    }
    if (r) {
        r();
    }
    return 0;
}
