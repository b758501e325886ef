// Nodes of containers are memory for a type: what they hold is in its fields, although elements of several begin
// as the same string. A class of bytes of the program is memory for whatever is there.
#include "items.h"

#include <map>
#include <memory>
#include <new>
#include <unordered_map>

struct door {
    std::string name;
    void (*opened)();
};

template <typename T> class slot {
  public:
    void set(const T &value) { new (bytes) T(value); }
    T &get() { return *reinterpret_cast<T *>(bytes); }

  private:
    alignas(T) unsigned char bytes[sizeof(T)];
};

struct bell {
    std::string name;
    void (*rung)();
};

static void opened() {}
static void rung() {}
static void lit() {}
static void plain() {}
static void named() {}
static void shared() {}

int main()
{
    std::map<std::string, door> doors;
    doors["front"] = door{"front", opened};
    doors.begin()->second.opened();

    slot<bell> one;
    one.set(bell{"one", rung});
    one.get().rung();

    std::list<item> items;
    items.push_back(item{"lamp", lit});
    each(items);

    std::list<void (*)()> functions;
    functions.push_back(plain);
    functions.front()();

    std::unordered_map<std::string, void (*)()> names;
    names["a"] = named;
    names["a"]();

    auto kept = std::make_shared<door>(door{"back", shared});
    kept->opened();
    return 0;
}
