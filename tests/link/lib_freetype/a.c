/* Streams, memory and outlines call functions of the program; faces keep its data. */
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H
#include FT_OUTLINE_H
#include <stdlib.h>

struct shape {
    void (*on_line)(void);
};
static void lined(void)
{
}
static void allocated(void)
{
}
static void finished(void)
{
}
static void never(void)
{
}
static void *allocate(FT_Memory memory, long size)
{
    ((void (*)(void))memory->user)();
    return malloc(size);
}
static void release(FT_Memory memory, void *block)
{
    free(block);
}
static void *reallocate(FT_Memory memory, long from, long to, void *block)
{
    return realloc(block, to);
}
static unsigned long get(FT_Stream stream, unsigned long from, unsigned char *to,
                         unsigned long size)
{
    return 0;
}
static void end(FT_Stream stream)
{
    ((void (*)(void))stream->descriptor.pointer)();
}
static void finalize(void *object)
{
    FT_Face face = object;
    face->num_faces = 0;
}
static int move(const FT_Vector *to, void *data)
{
    return 0;
}
static int line(const FT_Vector *to, void *data)
{
    ((struct shape *)data)->on_line();
    return 0;
}
static int not_set(const FT_Vector *to, void *data)
{
    never();
    return 0;
}
int main(void)
{
    struct FT_MemoryRec_ memory = {(void *)allocated, allocate, release, reallocate};
    FT_Library library;
    FT_Face face = NULL;
    FT_New_Library(&memory, &library);
    FT_StreamRec stream = {
        .size = 1, .descriptor.pointer = (void *)finished, .read = get, .close = end};
    FT_Open_Args arguments = {.flags = FT_OPEN_STREAM, .stream = &stream};
    if (!FT_Open_Face(library, &arguments, 0, &face)) {
        face->generic.finalizer = finalize;
        FT_Done_Face(face);
    }

    struct shape shape = {lined};
    FT_Outline_Funcs functions = {.move_to = move, .line_to = line};
    FT_Vector points[3] = {{0, 0}, {64, 0}, {0, 64}};
    char tags[3] = {1, 1, 1};
    short contours[1] = {2};
    FT_Outline outline = {1, 3, points, tags, contours, 0};
    FT_Outline_Decompose(&outline, &functions, &shape);
    FT_Done_Library(library);
    return 0;
}
