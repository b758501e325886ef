#include <exception>

struct Error {
    Error();
    Error(const Error &);
    ~Error();
};
struct Guard {
    ~Guard();
};
int f();
int g();

int rethrow()
{
    try {
        return f();
    } catch (...) {
        Guard guard;
        g();
        throw;
    }
}
int nested()
{
    try {
        try {
            return f();
        } catch (int n) {
            throw Error();
        }
    } catch (const Error &) {
        return g();
    }
}
void wrapped()
{
    try {
        f();
    } catch (...) {
        std::throw_with_nested(Error());
    }
}
