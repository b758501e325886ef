// Nodes of containers, and std::function, have memory for what they hold: two do not mix what is in them.
#include <functional>
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
    void (*press)() = pressed, (*move)() = moved;
    std::function<void()> one = [press] { press(); }, other = [move] { move(); };
    one();
    other();
    return 0;
}
