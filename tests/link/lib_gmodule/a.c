/* What GModule loads may name what is exported, as with dlopen. */
#include <gmodule.h>

static void only_called(void)
{
}
int exported(int n)
{
    only_called();
    return n;
}
static void never(void)
{
}
int main(void)
{
    GModule *program = g_module_open(NULL, G_MODULE_BIND_LAZY);
    int (*found)(int);
    if (program && g_module_symbol(program, "exported", (gpointer *)&found)) {
        found(3);
    }
    return 0;
}
