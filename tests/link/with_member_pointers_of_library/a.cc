// A library. Pointers to members of classes that no table of it knows: those that it makes are known,
// and the virtual ones among them may be members of classes elsewhere; so are those that others make.
struct machine {
    int first(int n);
    int second(int n);
    int run(int n);
    int choose(int n, bool other);
};
typedef int (machine::*step)(int);

int machine::first(int n) { return n + 1; }
int machine::second(int n) { return n + 2; }
int machine::run(int n)
{
    static const step table[] = {&machine::first, &machine::second};
    return (this->*table[n & 1])(n);
}
int machine::choose(int n, bool other)
{
    step chosen = &machine::first;
    if (other) {
        chosen = &machine::second;
    }
    return (this->*chosen)(n);
}

// Made by others.
int handed(machine &m, step s) { return (m.*s)(1); }
step made();
int returned(machine &m) { return (m.*made())(1); }

// The functions of this class and its table are elsewhere.
struct elsewhere {
    virtual int key(int n);
    int plain(int n);
};
typedef int (elsewhere::*way)(int);
static int go(elsewhere &e, way w) { return (e.*w)(1); }
int virtually(elsewhere &e) { return go(e, &elsewhere::key); }
int plainly(elsewhere &e)
{
    way w = &elsewhere::plain;
    return (e.*w)(1);
}

// A virtual member of a derived class, which others may derive from.
struct base {
    int inner(int n) { return n; }
};
struct derived : base {
    virtual int outer(int n) { return n + 1; }
};
typedef int (base::*member)(int);
static int convert(base &b, member m) { return (b.*m)(1); }
int converted()
{
    derived d;
    return convert(d, static_cast<member>(&derived::outer));
}
