/* Statements after which an operand may be anything: it comes from the stack, the kernel, a register
 * with a meaning of its own, or bytes that are no text. */
typedef void (*function)(void);
static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    function p = f, q = f, r = f, s = f, t = f, closed = g;
    long number = 39;
    __asm__("push %0; pop %0" : "+r"(p));
    __asm__("syscall" : "+a"(number), "+D"(q) : : "rcx", "r11", "memory");
    __asm__("lea 0(%%rip), %%rax; mov %%fs:0, %%rcx" : "+d"(r) : : "rax", "rcx");
    __asm__("mov %%rsp, %%rax" : "+d"(s) : : "rax");
    __asm__(".byte 0x90" : "+r"(t));
    p();
    q();
    r();
    s();
    t();
    closed();
    return 0;
}
