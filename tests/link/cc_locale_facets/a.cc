// Facets of characters and texts call nothing of the program, whether it has such facets or not.
#include <locale>
#include <sstream>
#include <string>
struct shout : std::ctype<char> {
    char do_toupper(char c) const override
    {
        return c + 1;
    }
};
typedef char change(char);
static char same(char c)
{
    return c;
}
static change *kept = same;
int main()
{
    std::locale own(std::locale::classic(), new shout);
    const auto &facet = std::use_facet<std::ctype<char>>(own);
    const auto &compare = std::use_facet<std::collate<char>>(own);
    std::ostringstream out;
    out.imbue(own);
    out << facet.toupper('a') << std::use_facet<std::numpunct<char>>(own).decimal_point();
    std::string text = out.str();
    int order = compare.compare(text.data(), text.data() + 1, text.data() + 1, text.data() + 2);
    return order > 0 ? kept(0) : 0;
}
