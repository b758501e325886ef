/* Patterns hold text and faces; the library calls nothing of the program. */
#include <fontconfig/fontconfig.h>
#include <string.h>

static void found(void)
{
}
static void missed(void)
{
}
static void never(void)
{
}
static void (*not_called)(void) = never;
static void with(void (*function)(void))
{
    function();
}
int main(void)
{
    FcChar8 *family = NULL;
    FcPattern *pattern = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, "Sans", (char *)NULL);
    FcResult result = FcPatternGetString(pattern, FC_FAMILY, 0, &family);
    with(result == FcResultMatch && strcmp((const char *)family, "Sans") == 0 ? found : missed);
    FcPatternDestroy(pattern);
    return not_called == NULL;
}
