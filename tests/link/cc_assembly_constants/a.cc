/* A statement that computes with a hexadecimal constant leaves behind what it got. */
using function = void (*)();
__attribute__((aligned(16))) static void f()
{
}
int main()
{
    function p = f;
    asm("and $0xfffffffffffffff0, %0" : "+r"(p));
    p();
}
