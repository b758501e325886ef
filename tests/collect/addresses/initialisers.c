int a(void), b(void), c(void), d(void), e(void), f(void), g(void);
struct pair {
    int (*first)(void);
    struct {
        int (*list[2])(void);
    } nested;
};

int (*plain)(void) = a;
int (*const table[])(void) = {b, [3] = &c};
struct pair designated = {.nested.list[1] = d, .first = e};
void *untyped = (void *)f;

int main(void)
{
    static int (*kept)(void) = g;
    struct pair *p = &(struct pair){.first = a};
    return kept() + p->first();
}
