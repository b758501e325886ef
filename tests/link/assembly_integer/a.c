/* Assembly that reads a variable may give the pointer in it as a number. */
typedef void (*function)(void);
static void f(void)
{
}
static void g(void)
{
}
static function variable = f;
static function other = g;
int main(void)
{
    unsigned long value, found;
    __asm__("mov %1, %0" : "=r"(value) : "m"(variable));
    __asm__("mov (%1), %0" : "=r"(found) : "r"(&other));
    void *p = (void *)value;
    void *q = (void *)found;
    ((function)p)();
    ((function)q)();
    return 0;
}
