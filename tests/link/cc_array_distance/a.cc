// The distance of a place from the begin of a global array is no pointer.
#include <cstdint>

using function = void (*)();
static void called() {}
static void listed() {}
static function table[] = {listed, listed};

static long index_of(const function *place)
{
    return place - table;
}

static void call(std::uintptr_t number)
{
    (*reinterpret_cast<function *>(number))();
}

int main(int argc, char **)
{
    function one = called;
    call(reinterpret_cast<std::uintptr_t>(&one));
    table[argc - 1]();
    return (int)index_of(&table[argc - 1]);
}
