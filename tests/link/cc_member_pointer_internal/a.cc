/* Pointers to members of classes that are internal to a file: of one that has virtual functions, but
 * none of the type of the pointer, and of one whose virtual functions have it. */
namespace {
struct listener {
    virtual ~listener() {}
    virtual bool heard(long what) { return what > 0; }
};

struct tools : listener {
    bool heard(long what) override { return what > 1; }
    int browse(int n) { return n + 1; }
    int clean(int n) { return n - 1; }
    int never(int n) { return n; }
};

struct shape {
    virtual int left(int n) { return n; }
    virtual int right(int n) { return -n; }
    int middle(int n) { return 0 * n; }
};

struct square : shape {
    int right(int n) override { return n * n; }
};

struct command {
    const char *name;
    int (tools::*run)(int);
};

const command commands[] = {{"browse", &tools::browse}, {"clean", &tools::clean}};
} // namespace

static int call(shape &s, int (shape::*side)(int))
{
    return (s.*side)(3);
}

int main(int argc, char **)
{
    tools t;
    listener *l = &t;
    int sum = l->heard(argc);
    for (const command &c : commands) {
        sum += (t.*c.run)(argc);
    }
    square q;
    sum += call(q, &shape::right) + call(q, &shape::middle);
    return sum > 100 ? t.never(1) : 0;
}
