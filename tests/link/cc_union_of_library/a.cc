/* Records that hold unions of library classes are not initialised as the program's unions. */
#include <string>

typedef void function();

union word {
    long words[3];
    struct {
        char kind;
        function *run;
    } part;
};
struct entry {
    word first;
    function *last;
};
struct named {
    std::string name;
    function *run;
};

static void of_union()
{
}
static void of_entry()
{
}
static void of_record()
{
}

static entry entries[] = {{{.part = {1, of_union}}, of_entry}, {{.words = {1}}, of_entry}};

int main()
{
    named record = {"record", of_record};
    entries[0].first.part.run();
    entries[0].last();
    record.run();
}
