/* A table that the linker puts together: what is in the section is at its start, in whatever file. */
/* Of other code nothing is known. */
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
