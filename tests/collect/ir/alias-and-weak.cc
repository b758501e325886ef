int f();
extern "C" int real()
{
    return f();
}
extern "C" int other() __attribute__((alias("real")));
extern "C" int weak_alias() __attribute__((weak, alias("real")));
__attribute__((weak)) int overridable()
{
    return f();
}
__attribute__((weak)) int maybe();
extern "C" int renamed() __asm__("assembler_name");

int use()
{
    if (maybe) {
        maybe();
    }
    return other() + weak_alias() + overridable() + renamed();
}
