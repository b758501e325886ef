// What QLibrary and QPluginLoader load may name what is exported.
#include <QLibrary>
#include <QPluginLoader>

static void only_called()
{
}
int exported(int n)
{
    only_called();
    return n;
}
static void never()
{
}
int main()
{
    QLibrary library("nowhere");
    QFunctionPointer found = library.resolve("nothing");
    return found ? 1 : 0;
}
