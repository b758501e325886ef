/* What is thrown is caught somewhere. */
using handler = void (*)(int);
void one(int);
void two(int);
struct trouble {
    handler call;
    ~trouble();
};

void thrower(bool b)
{
    if (b) {
        throw &one;
    }
    throw trouble{two};
}

void catcher()
{
    try {
        thrower(true);
    } catch (handler f) {
        f(1);
    } catch (const trouble &t) {
        t.call(2);
    }
}
