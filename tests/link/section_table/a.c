/* A table that the linker puts together: what lies behind its start is in no variable of that name,
 * so nothing is known of it. */
typedef int (*init)(void);
static int f(void)
{
    return 0;
}
__attribute__((section("inits"), used)) static init f_entry = f;
extern init __start_inits[], __stop_inits[];
int main(void)
{
    int r = 0;
    for (init *p = __start_inits; p < __stop_inits; p++) {
        r += (*p)();
    }
    return r;
}
