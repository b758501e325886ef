#include <exception>
/* A subclass of a class of the library: the library may call it too. */
struct failure : std::exception {
    const char *what() const noexcept override
    {
        return "";
    }
};
static const char *text(const std::exception &e)
{
    return e.what();
}
int main()
{
    try {
        throw failure();
    } catch (const std::exception &e) {
        return *text(e);
    }
}
