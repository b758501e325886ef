// As attributes_loader.c, in C++.
namespace {
void starts() {}
void ends() {}
void elsewhere() {}
[[gnu::section(".init_array"), gnu::used]] void (*start)() = starts;
[[gnu::section(".mine"), gnu::used]] void (*mine)() = elsewhere;
}
struct holder {
    static void (*end)();
};
[[gnu::section(".fini_array"), gnu::used]] void (*holder::end)() = ends;
[[gnu::section(".init_array"), gnu::used]] static void (*lambda)() = [] {};
