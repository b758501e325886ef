// What is known of a base under construction is not said of those that system headers declare.
#include <base.h>

struct Mine : virtual Library {
    void called() override {}
};
struct OfTheirs : Shared {
};
struct OfMine : Mine {
};
void run()
{
    OfTheirs theirs;
    OfMine mine;
}
