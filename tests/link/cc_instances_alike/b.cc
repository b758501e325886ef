#include "held.h"
namespace library {
int status(int); // so that the type is printed with its inline namespace
}
held_list of_list;
held<library::version::status> of_status;
void listed(list<int, allocator<int>> *)
{
}
void reported(library::version::status *)
{
}
void fill()
{
    of_list.stored = listed;
    of_status.stored = reported;
}
