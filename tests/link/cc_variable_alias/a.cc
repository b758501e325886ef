// A variable has another name in another file.
typedef int (*callback)();
static int standard() { return 1; }
extern "C" {
callback real_hook = standard;
extern callback other_hook __attribute__((alias("real_hook")));
}
void set();
int main()
{
    set();
    return real_hook() - 2;
}
