// The alternatives of a std::variant share their memory, but none is read as another.
#include <vector>
#include <variant>

struct opened {
    void (*run)();
    std::vector<int> name;
};
struct closed {
    void (*stop)();
    std::vector<int> name;
};
struct kept {
    std::vector<int> name;
    void (*last)();
};
static void running() {}
static void stopping() {}
static void lasting() {}

int main(int argc, char **)
{
    std::variant<opened, closed, std::vector<int>> state;
    state = opened{running, {1}};
    if (argc > 1) {
        state = closed{stopping, {2}};
    }
    if (opened *now = std::get_if<opened>(&state)) {
        now->run();
    }
    if (argc > 1) {
        std::get<closed>(state).stop();
    }
    kept own{{3}, lasting};
    own.last();
    return 0;
}
