#include <cstdio>
#include <cstring>
#include <unistd.h>
// Blocks and characters of one stream.
using action = void (*)();
static void block()
{
}
static void characters()
{
}
static void last()
{
}
static action by_characters(FILE *stream)
{
    unsigned char bytes[sizeof(action)];
    action got;
    for (auto &byte : bytes) {
        byte = static_cast<unsigned char>(std::getc(stream));
    }
    std::memcpy(&got, bytes, sizeof got);
    return got;
}
static action by_block(FILE *stream)
{
    action got = nullptr;
    std::fread(&got, sizeof got, 1, stream);
    return got;
}
static action from_input()
{
    char bytes[sizeof(action)];
    action got;
    for (auto &byte : bytes) {
        byte = static_cast<char>(std::getchar());
    }
    std::memcpy(&got, bytes, sizeof got);
    return got;
}
int main()
{
    action whole = block, pieces = characters, piped = last;
    int ends[2];
    FILE *stream = std::tmpfile();
    std::fwrite(&whole, sizeof whole, 1, stream);
    for (unsigned i = 0; i < sizeof pieces; i++) {
        std::fputc(reinterpret_cast<unsigned char *>(&pieces)[i], stream);
    }
    std::rewind(stream);
    by_characters(stream)();
    by_block(stream)();
    if (pipe(ends) || write(ends[1], &piped, sizeof piped) < 0 || dup2(ends[0], 0)) {
        return 1;
    }
    from_input()();
    return 0;
}
