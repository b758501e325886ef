/* In place of vorbisfile. */
#include "outside_vorbisfile.h"

int ov_open_callbacks(void *source, OggVorbis_File *file, const char *initial, long bytes,
                      ov_callbacks callbacks)
{
    file->datasource = source;
    file->callbacks = callbacks;
    return file->callbacks.seek_func(source, 0, 0);
}
long ov_read(OggVorbis_File *file, char *buffer, int length, int big, int word, int sign,
             int *section)
{
    return (long)file->callbacks.read_func(buffer, 1, (size_t)length, file->datasource);
}
int ov_clear(OggVorbis_File *file)
{
    return file->callbacks.close_func(file->datasource);
}
