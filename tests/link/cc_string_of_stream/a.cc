// The bytes of a pointer to a function go through a stream, and a string, whose characters they are.
#include <cstring>
#include <sstream>
#include <string>

static int called;

static void streamed()
{
    called++;
}

static void through_stream()
{
    std::ostringstream out;
    void (*function)() = streamed, (*found)();
    out.write(reinterpret_cast<const char *>(&function), sizeof function);
    std::string text = out.str();
    std::memcpy(&found, text.data(), sizeof found);
    found();
}

int main()
{
    through_stream();
    return called - 1;
}
