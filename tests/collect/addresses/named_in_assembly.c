static void target(void)
{
}
static void named(void)
{
    target();
}
__attribute__((used)) static void kept(void)
{
    target();
}
__asm__(".globl foo\n"
        "foo: jmp named");
void foo(void);
int main(void)
{
    foo();
}
