// Classes that system headers declare, in reserved namespaces or not.
#include "library.h"

#include <exception>

struct Mine : library::Interface {
    void called() override {}
    virtual void own() {}
};
struct Error : std::exception {
    const char *what() const noexcept override { return "error"; }
};

struct Counted { // not the library's
    virtual void add() = 0;
};

int run(library::Interface &interface, Counted &counted)
{
    library::User user;
    counted.add();
    Mine mine;
    library::Wrapper<int> wrapper;
    library::Wrapper<int> &reference = wrapper;
    interface.called();
    mine.called();
    if (reference.get()) {
        throw Error();
    }
    return 0;
}
