// Where bytes are counted from an address, and read as a record alone.
#include <cstddef>
typedef void (*function)();
void call_pointer();
struct inner {
    long pad;
    function called;
};
struct outer {
    long pad;
    inner first;
    inner second;
};
static void none()
{
}
static void by_record()
{
}
static outer table = {1, {2, none}, {3, by_record}};
int main()
{
    char *at = reinterpret_cast<char *>(&table);
    at += offsetof(outer, second);
    reinterpret_cast<inner *>(at)->called();
    call_pointer();
}
