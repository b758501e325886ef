// Nodes of containers are memory for what they hold: two of one size do not mix what is in them.
#include <string>
#include <unordered_map>

struct key {
    long kind;
    void (*pressed)();
};
struct mouse {
    long kind;
    void (*moved)();
};
static void pressed() {}
static void moved() {}
int main()
{
    std::unordered_map<std::string, key> keys;
    std::unordered_map<std::string, mouse> mice;
    keys["a"] = key{0, pressed};
    mice["b"] = mouse{0, moved};
    for (auto &at : keys) {
        at.second.pressed();
    }
    for (auto &at : mice) {
        at.second.moved();
    }
    return 0;
}
