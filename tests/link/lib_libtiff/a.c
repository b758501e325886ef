/* Procedures get the client data, handlers the further arguments; libtiff hands out functions of
 * its own. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct memory {
    void (*on_write)(void);
    char bytes[4096];
    toff_t at, end;
};
static void written(void)
{
}
static void complained(void)
{
}
static void never(void)
{
}
static TIFFErrorHandler before;
static void complain(const char *module, const char *format, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    if (strcmp(format, "%p") == 0) {
        ((void (*)(void))va_arg(copy, void *))();
        before(module, format, list);
    }
    va_end(copy);
}
static void not_set(const char *module, const char *format, va_list list)
{
    never();
}
static tmsize_t get(thandle_t data, void *to, tmsize_t size)
{
    struct memory *memory = data;
    tmsize_t left = memory->end - memory->at;
    size = size < left ? size : left;
    memcpy(to, memory->bytes + memory->at, size);
    memory->at += size;
    return size;
}
static tmsize_t put(thandle_t data, void *from, tmsize_t size)
{
    struct memory *memory = data;
    memory->on_write();
    memcpy(memory->bytes + memory->at, from, size);
    memory->at += size;
    memory->end = memory->at > memory->end ? memory->at : memory->end;
    return size;
}
static toff_t seek(thandle_t data, toff_t to, int whence)
{
    struct memory *memory = data;
    return memory->at = to + (whence == SEEK_CUR   ? memory->at
                              : whence == SEEK_END ? memory->end
                                                   : 0);
}
static int end(thandle_t data)
{
    return 0;
}
static toff_t size(thandle_t data)
{
    return ((struct memory *)data)->end;
}
static TIFFExtendProc extender;
static void extend(TIFF *tiff)
{
    if (extender) {
        extender(tiff);
    }
}
int main(void)
{
    static struct memory memory = {written};
    before = TIFFSetErrorHandler(complain);
    TIFFSetWarningHandler(NULL);
    extender = TIFFSetTagExtender(extend);
    TIFFError("module", "%p", (void *)complained);
    TIFF *tiff = TIFFClientOpen("memory", "w", &memory, get, put, seek, end, size, NULL, NULL);
    unsigned char *row = calloc(1, 4);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 4);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, 4, row);
    TIFFWriteScanline(tiff, row, 0, 0);
    TIFFClose(tiff);

    memory.at = 0;
    tiff = TIFFClientOpen("memory", "r", &memory, get, put, seek, end, size, NULL, NULL);
    char why[1024];
    TIFFRGBAImage image;
    uint32_t raster[4];
    TIFFRGBAImageBegin(&image, tiff, 0, why);
    int done = image.get(&image, raster, 4, 1);
    TIFFRGBAImageEnd(&image);
    TIFFGetReadProc(tiff)(TIFFClientdata(tiff), row, 1);
    TIFFClose(tiff);
    free(row);
    return !done;
}
