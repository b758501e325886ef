// Nodes of containers, and std::function, have memory for what they hold: two do not mix what is in them.
#include <functional>
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
    std::unordered_map<int, key> keys;
    std::unordered_map<int, mouse> mice;
    keys[1] = key{0, pressed};
    mice[2] = mouse{0, moved};
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
