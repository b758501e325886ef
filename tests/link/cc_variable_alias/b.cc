typedef int (*callback)();
extern "C" callback other_hook;
static int own() { return 2; }
void set()
{
    other_hook = own;
}
