/* Calls of one line, and of one macro. */
using handler = void (*)(int);
#define BOTH(f, g) (f(1), g(2))
void lines(handler f, handler g)
{
    f(1), g(2);
    BOTH(f, g);
    (f)(
        3);
    (*g)(4);
}
