#include <algorithm>
#include <vector>

struct Thing {
    int key() const;
    bool operator<(const Thing &other) const
    {
        return key() < other.key();
    }
};
bool before(const Thing &, const Thing &);

void sort(std::vector<Thing> &things, Thing *array)
{
    std::sort(things.begin(), things.end());
    std::sort(array, array + 4, before);
    std::sort(array, array + 4, [](const Thing &a, const Thing &b) { return b.key() < a.key(); });
}
