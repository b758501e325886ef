// A stream that is deleted through its base class tells callbacks, and converts what it still has.
#include <fstream>
#include <locale>
#include <sstream>
static std::ostream *stream;
static std::istream *other;
static int told;
struct converter : std::codecvt<char, char, std::mbstate_t> {
    converter() : codecvt(1)
    {
    }
    result do_out(std::mbstate_t &, const char *from, const char *, const char *&from_next,
                  char *to, char *, char *&to_next) const override
    {
        from_next = from;
        to_next = to;
        told++;
        return error;
    }
    bool do_always_noconv() const noexcept override
    {
        return false;
    }
};
static void tell(std::ios_base::event, std::ios_base &, int)
{
    told++;
}
static void open()
{
    stream = new std::ofstream("/dev/null");
    stream->imbue(std::locale(std::locale(), new converter));
    *stream << "text";
    other = new std::istringstream("text");
    other->register_callback(tell, 1);
}
static void close()
{
    delete stream;
}
static void close_other()
{
    delete other;
}
static int sound(int x)
{
    return x;
}
int main()
{
    open();
    close();
    close_other();
    return sound(0);
}
