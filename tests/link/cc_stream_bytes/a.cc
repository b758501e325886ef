#include <cstring>
#include <sstream>
// What a stream gets as a block is read as characters, and the other way round.
using action = void (*)();
static void block()
{
}
static void characters()
{
}
static action by_characters(std::istream &stream)
{
    unsigned char bytes[sizeof(action)];
    action got;
    for (auto &byte : bytes) {
        byte = static_cast<unsigned char>(stream.get());
    }
    std::memcpy(&got, bytes, sizeof got);
    return got;
}
static action by_block(std::istream &stream)
{
    action got = nullptr;
    stream.read(reinterpret_cast<char *>(&got), sizeof got);
    return got;
}
int main()
{
    action whole = block, pieces = characters;
    std::stringstream stream;
    stream.write(reinterpret_cast<const char *>(&whole), sizeof whole);
    for (unsigned i = 0; i < sizeof pieces; i++) {
        stream.put(reinterpret_cast<const char *>(&pieces)[i]);
    }
    by_characters(stream)();
    by_block(stream)();
    return 0;
}
