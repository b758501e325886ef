// A pointer to the characters of a string does not lead to the string, nor to records with strings: counting in
// it reaches none of their fields.
#include <cstdio>
#include <cstring>
#include <string>

struct entry {
    std::string name;
    void (*chosen)();
};
static void chosen() {}
static void other() {}
static void last() {}

struct plain {
    void (*run)();
};

/* Some other place counts bytes and converts them. */
static void *at(char *bytes, unsigned long distance)
{
    return bytes + distance;
}

int main()
{
    entry one{"one", chosen};
    std::string text = one.name;
    char *bytes = &text[0];
    for (unsigned long i = 0; i < text.size(); i++) {
        std::fputs(static_cast<char *>(at(bytes, i)), stdout);
    }
    plain run{other};
    plain *same = static_cast<plain *>(at(reinterpret_cast<char *>(&run), 0));
    same->run();
    one.chosen();

    /* Bytes that are kept in a string come back. */
    std::string kept(reinterpret_cast<const char *>(&run.run), sizeof run.run);
    void (*back)();
    std::memcpy(&back, kept.data(), sizeof back);
    back();

    /* So do those of a variable. */
    void (*kind)() = last;
    std::string copied(reinterpret_cast<char *>(&kind), sizeof kind);
    void (*again)();
    std::memcpy(&again, copied.data(), sizeof again);
    again();
    return 0;
}
