/* Statements take the addresses of functions by name. */
typedef void (*function)(void);
static void other(void)
{
}
__attribute__((used)) static void named(void)
{
}
#define LOAD(symbol, out) __asm__("lea " #symbol "(%%rip), %0" : "=r"(out))
void hidden(void)
{
}
int main(void)
{
    unsigned long number;
    __asm__("lea named(%%rip), %0" : "=r"(number));
    void *first = (void *)number;
    ((function)first)();
    LOAD(hidden, number);
    void *second = (void *)number;
    ((function)second)();
    function p = other;
    p();
    return 0;
}
