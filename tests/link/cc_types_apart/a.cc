/* Records that are copied byte by byte: what is in one field may be in any. If calls are promised
 * to be typed, each gets the functions of its own type all the same, and no method. */
struct shape {
    virtual ~shape()
    {
    }
    virtual void draw(char *)
    {
    }
};

namespace ns
{
enum kind { ROUND };
struct shape {
};
} // namespace ns

static void on_number(int)
{
}
static void on_text(char *)
{
}
static void on_constant(const char *) noexcept
{
}
static void on_shape(shape *)
{
}
static void on_namesake(ns::shape *)
{
}
static void on_kind(ns::kind)
{
}
static int result(shape *)
{
    return 1;
}

struct handlers {
    shape *owner;
    void (*number)(int);
    void (*text)(char *);
    void (*constant)(const char *);
    void (*drawn)(shape *);
    void (*namesake)(ns::shape *);
    void (*kind)(ns::kind);
    int (*result)(shape *);
};

static void copy(handlers *to, const handlers *from)
{
    for (unsigned i = 0; i < sizeof *to; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
}

int main()
{
    shape s;
    handlers one = {&s, on_number, on_text, on_constant, on_shape, on_namesake, on_kind, result};
    handlers two;
    copy(&two, &one);
    two.number(1);
    two.text(nullptr);
    two.constant("");
    two.drawn(two.owner);
    two.namesake(nullptr);
    two.kind(ns::ROUND);
    two.result(two.owner);
    two.owner->draw(nullptr);
    return 0;
}
