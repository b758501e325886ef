#include <list>
#include <string>

struct item;
void use(item &one);
void each(std::list<item> &all);

struct item {
    std::string name;
    void (*lit)();
};
