#include <stdio.h>
#include <string.h>
#include <unistd.h>
/* What is written to a stream as a block is read as characters, and the other way round. */
typedef void (*action)(void);
static void block(void)
{
}
static void characters(void)
{
}
static void last(void)
{
}
static action by_characters(FILE *stream)
{
    unsigned char bytes[sizeof(action)];
    action got;
    int c, i = 0;
    while (i < (int)sizeof got && (c = fgetc(stream)) != EOF) {
        bytes[i++] = c;
    }
    memcpy(&got, bytes, sizeof got);
    return got;
}
static action from_input(void)
{
    char bytes[sizeof(action)];
    for (int i = 0; i < (int)sizeof bytes; i++) {
        bytes[i] = getchar();
    }
    return *(action *)bytes;
}
static action by_block(FILE *stream)
{
    action got = 0;
    fread(&got, sizeof got, 1, stream);
    return got;
}
static action by_format(FILE *stream)
{
    action got = 0;
    fscanf(stream, "%8c", (char *)&got);
    return got;
}
int main(void)
{
    action whole = block, pieces = characters, piped = last;
    int ends[2];
    FILE *stream = tmpfile();
    fwrite(&whole, sizeof whole, 1, stream);
    for (unsigned i = 0; i < sizeof pieces; i++) {
        fputc(((unsigned char *)&pieces)[i], stream);
    }
    rewind(stream);
    by_characters(stream)();
    by_block(stream)();
    rewind(stream);
    by_format(stream)();
    if (pipe(ends) || write(ends[1], &piped, sizeof piped) < 0 || dup2(ends[0], 0)) {
        return 1;
    }
    from_input()();
    return 0;
}
