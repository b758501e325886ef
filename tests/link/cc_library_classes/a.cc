// Virtual calls of classes of the C++ library that the program does not derive from.
#include <fstream>
#include <stdexcept>
#include <stdio.h>
#include <system_error>
void never() {}
int main(int argc, char **)
{
    std::ofstream *f = new std::ofstream("/dev/null");
    delete f;
    try {
        if (argc < 5) {
            throw std::runtime_error("x");
        }
    } catch (const std::exception &e) {
        puts(e.what());
    }
    return (int)std::error_code().message().size() < 0;
}
