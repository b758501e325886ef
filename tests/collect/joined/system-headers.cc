// Of system headers only what the program leads to is there.
#include <library.h>

int order(int, int);
struct Item {
    ~Item();
};
int smaller(int a, int b)
{
    return library::least(a, b, [](int x, int y) { return order(x, y) < 0; });
}
void own()
{
    library::Owner<Item> owner(new Item);
    library::used();
}
void (*pointer())() { return library::called_back; }
struct Mine : library::Base {
    void run() override { order(1, 2); }
};
void start(library::Base &base) { base.run(); }
void all()
{
    Mine mine;
    start(mine);
}
