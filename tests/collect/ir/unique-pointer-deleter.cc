#include <memory>

struct File;
File *open();
void close(File *);
struct Closer {
    void operator()(File *file) const
    {
        close(file);
    }
};
struct Thing {
    Thing(int);
    ~Thing();
    int method();
};

void custom()
{
    std::unique_ptr<File, Closer> file(open());
}
void pointer()
{
    std::unique_ptr<File, void (*)(File *)> file(open(), close);
}
int standard()
{
    auto thing = std::make_unique<Thing>(1);
    return thing->method();
}
