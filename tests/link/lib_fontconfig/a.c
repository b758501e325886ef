/* A pattern gives back the face that it was given, and calls nothing of the program. */
#include <stddef.h>

#include <fontconfig/fontconfig.h>

#include <fontconfig/fcfreetype.h>

static void kept(void)
{
}
static void never(void)
{
}
static void (*not_called)(void) = never;
int main(void)
{
    static FT_FaceRec face = {.generic = {.data = (void *)kept}};
    FT_Face back = NULL;
    FcPattern *pattern = FcPatternCreate();
    FcPatternAddFTFace(pattern, FC_FT_FACE, &face);
    FcPatternGetFTFace(pattern, FC_FT_FACE, 0, &back);
    ((void (*)(void))back->generic.data)();
    FcPatternDestroy(pattern);
    return not_called == NULL;
}
