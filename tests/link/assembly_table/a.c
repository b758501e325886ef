/* Assembly writes a table of distances to functions, which are computed back. */
typedef int (*function)(void);
__attribute__((used)) static int first(void)
{
    return 0;
}
__attribute__((used)) static int second(void)
{
    return 0;
}
__asm__(".pushsection table, \"a\"\n.long first - .\n.popsection\n");
#define ENTER(f) __asm__(".pushsection table, \"a\"\n.long\t" #f " - .\n.popsection\n");
ENTER(second)
extern const int __start_table[], __stop_table[];
static void *behind(const int *distance)
{
    return (void *)((unsigned long)distance + *distance);
}
static int call(function f)
{
    return f();
}
int main(void)
{
    int r = 0;
    for (const int *at = __start_table; at < __stop_table; at++) {
        r += call(behind(at));
    }
    return r;
}
