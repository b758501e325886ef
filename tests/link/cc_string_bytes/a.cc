// The characters of a string are the bytes of a pointer to a function, which strings and streams
// hand on.
#include <cstring>
#include <sstream>
#include <string>

using handler = void (*)();

static int called;

static void streamed()
{
    called += 1;
}

static void read()
{
    called += 10;
}

static void pushed()
{
    called += 100;
}

static void copied()
{
    called += 1000;
}

static void run(const char *bytes)
{
    handler function;
    std::memcpy(&function, bytes, sizeof function);
    function();
}

static std::string bytes_of(handler function)
{
    return std::string(reinterpret_cast<const char *>(&function), sizeof function);
}

static void through_stream()
{
    std::ostringstream out;
    handler function = streamed;
    out.write(reinterpret_cast<const char *>(&function), sizeof function);
    std::string text = out.str();
    run(text.data());
}

static void through_getline()
{
    std::istringstream in(bytes_of(read) + '\n');
    std::string text;
    std::getline(in, text);
    run(text.c_str());
}

static void by_character()
{
    std::string text;
    for (char byte : bytes_of(pushed)) {
        text.push_back(byte);
    }
    run(&text[0]);
}

static void by_copy()
{
    char bytes[sizeof(handler)];
    bytes_of(copied).substr(0).copy(bytes, sizeof bytes);
    run(bytes);
}

int main()
{
    through_stream();
    through_getline();
    by_character();
    by_copy();
    return called - 1111;
}
