int a(void), b(void), c(void), d(void);

int (*grid[2][3])(void) = {[1][2] = a, [0][0 ... 1] = b};
int (*row[4])(void) = {[1 ... 2] = c};
struct outer {
    struct {
        int (*f)(void);
        int n;
    } in[2];
} deep = {.in[1] = {.n = 3, .f = d}};
