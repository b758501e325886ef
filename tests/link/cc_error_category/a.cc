// Error categories of the library call nothing of the program, even if it has one of its own.
#include <string>
#include <system_error>
struct own : std::error_category {
    const char *name() const noexcept override
    {
        return "own";
    }
    std::string message(int) const override
    {
        return "own";
    }
};
static void fail(const std::error_code &code)
{
    throw std::system_error(code);
}
static int tried(const std::error_code &code)
{
    try {
        fail(code);
    } catch (const std::system_error &e) {
        return e.code().message() == "own" && e.code() != std::errc::io_error;
    }
    return 2;
}
int main()
{
    static const own category;
    return tried({1, category}) + tried({1, std::generic_category()}) - 1;
}
