/* Assembly moves pointers through memory that its operands lead to. */
typedef void (*function)(void);
struct hooks {
    int count;
    function hook;
};
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
static void k(void)
{
}
static function from = f, to;
static struct hooks first = {0, g}, second;
static void copy(void *out, const void *in)
{
    unsigned long count = sizeof(function);
    __asm__ volatile("cld; rep movsb" : "+D"(out), "+S"(in), "+c"(count) : : "memory");
}
int main(void)
{
    __asm__ volatile("mov (%0), %%rax\n\tmov %%rax, (%1)" : : "r"(&from), "r"(&to) : "rax", "memory");
    __asm__ volatile("mov 8(%0), %%rcx; mov %%rcx, 8(%1)" : : "r"(&first), "r"(&second) : "rcx", "memory");
    function written = f;
    unsigned long number = (unsigned long)h;
    __asm__ volatile("mov %1, %0" : "=m"(*(unsigned long *)&written) : "r"(number));
    function kept = k, copied;
    copy(&copied, &kept);
    to();
    second.hook();
    written();
    copied();
    return 0;
}
