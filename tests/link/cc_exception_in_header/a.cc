// Exceptions that headers of the library define completely call nothing of the program.
#include <any>
#include <functional>
#include <optional>
#include <variant>
static int hit(int x)
{
    return x;
}
static int wrong(const std::any &a)
{
    try {
        return std::any_cast<int>(a);
    } catch (const std::bad_any_cast &e) {
        return e.what()[0];
    }
}
static int absent(const std::optional<int> &o, const std::variant<int, char> &v)
{
    try {
        return o.value() + std::get<char>(v);
    } catch (const std::bad_optional_access &e) {
        return e.what()[0];
    } catch (const std::bad_variant_access &e) {
        return e.what()[0];
    }
}
int main()
{
    std::any a = std::function<int(int)>(hit);
    int sum = std::any_cast<std::function<int(int)>>(a)(1);
    return sum + wrong(a) + absent({}, 1) - 1 - 'b' - 'b';
}
