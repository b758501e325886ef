#include <string>
#include <vector>

struct Thing {
    Thing(int);
    Thing(const Thing &);
    Thing(Thing &&) noexcept;
    ~Thing();
    int method() const;
};

int use()
{
    std::vector<Thing> things;
    things.emplace_back(1);
    things.push_back(2);
    return things[0].method() + things.back().method();
}
std::size_t text(const std::string &name)
{
    return (name + "suffix").size();
}
