/* What the case needs of vorbis/vorbisfile.h. */
#include <stddef.h>
#include <stdint.h>
typedef struct {
    size_t (*read_func)(void *bytes, size_t size, size_t count, void *source);
    int (*seek_func)(void *source, int64_t offset, int whence);
    int (*close_func)(void *source);
    long (*tell_func)(void *source);
} ov_callbacks;
typedef struct OggVorbis_File {
    void *datasource;
    ov_callbacks callbacks;
} OggVorbis_File;
int ov_open_callbacks(void *source, OggVorbis_File *file, const char *initial, long bytes,
                      ov_callbacks callbacks);
long ov_read(OggVorbis_File *file, char *buffer, int length, int big, int word, int sign,
             int *section);
int ov_clear(OggVorbis_File *file);
