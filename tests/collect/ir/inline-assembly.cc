extern "C" int target();
int f();
static void named() __asm__("assembly_name");
static void named()
{
    f();
}

int call()
{
    int result;
    __asm__ volatile("call target" : "=a"(result) : : "memory");
    named();
    return result;
}
int operand()
{
    __asm__ volatile("call *%0" : : "r"(target));
    return f();
}
