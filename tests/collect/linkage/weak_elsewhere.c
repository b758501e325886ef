/* Weak by another declaration, or by a pragma. */
extern void by_first(void) __attribute__((weak));
void by_first(void)
{
}
#pragma weak by_pragma
void by_pragma(void)
{
}
extern void declared(void);
#pragma weak declared
#if 0
#pragma weak plain
#endif
void plain(void)
{
}
extern void later(void);
void use(void)
{
    if (declared) {
        declared();
    }
    later();
}
extern void later(void) __attribute__((weak));
