/* Beside each function, by hand: numStatements, numConditionalBranches, loopDepth,
 * cyclomaticComplexity, numVars, uniqueTypeMetaData; operations as control, float, int, memory. */
int g(int);
int shared;

void empty(void) {} /* 0 0 0 1 0 0; 0 0 0 0 */

/* statements: for, while, do, g, break; control: three loops, call, break */
void loops(int n) /* 5 3 3 4 1 1; 5 0 3 0: <, ++, -- */
{
    for (int i = 0; i < n; i++)
        while (n--)
            do {
                g(n);
                break;
            } while (0);
}

/* statements: switch, g, break, do, g, g, return; ways: five labels but default, a loop */
int duff(int n) /* 7 2 1 7 0 1; 7 0 1 0: switch, 3 calls, break, loop, return; -- */
{
    switch (n) {
    case 0:
        g(0);
        break;
    case 1: {
        do {
            g(1);
        case 2 ... 3:
        case 4:
            g(4);
        } while (--n);
    }
    case 5:
    default:;
    }
    return n;
}

#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* macros count as what they stand for: MAX(b, 1) twice. Three ?:, one a ?: b, && and ||; control:
 * those six and return; ints: three > and ! */
int conditions(int a, int b) /* 1 4 0 7 0 1; 7 0 4 0 */
{
    return MAX(a, MAX(b, 1)) && !a || (a ?: b);
}

enum { THREE = 3 };
struct point { int x; double y; };

/* five declarations, four statements; types: double, struct point *, int *, float, long double,
 * _Complex double, struct point; floats: d*d 2, f+f 1, l-l 4, c*c 4, d<f 2, += 2; ints: shared + 1;
 * memory: p->y, a[1], p->x, *p, shared twice, p->x */
double weights(struct point *p, int a[]) /* 9 0 0 1 5 7; 1 15 1 7 */
{
    double d = p->y;
    float f = a[1];
    long double l = p->x;
    _Complex double c = d * d;
    struct point q = *p;
    f = f + f, l = l - l;
    c = c * c;
    shared = shared + 1;
    return q.y = d < f, d += p->x; /* `,` and `.` cost nothing */
}

/* dead code is code; goto is no loop; sizeof evaluates nothing, and _Generic what it chooses alone:
 * if, g, while, goto, if, goto, return; control: two if, g, while, two goto, return */
int odd(int x) /* 7 3 1 4 0 1; 7 0 0 0 */
{
    if (0)
        g(1);
    while (x)
        goto out;
out:
    if (sizeof(x++ + x))
        goto out;
    return _Generic(x, int: x, double: x ? 1.0 : 2);
}

/* a statement expression is an expression: what is in it counts, but for its statements */
int nested(int x) /* 2 1 0 2 2 1; 3 0 0 0 */
{
    int y = ({
        int z = g(x);
        if (z)
            ;
        z;
    });
    return y;
}

int old_style(a, b) /* 1 0 0 1 0 2; 1 2 0 0: int, double; a + b as doubles */
int a;
double b;
{
    return a + b;
}

/* static and extern ones are variables; each mention of one accesses memory, as ++ computes */
int statics(void) /* 3 0 0 1 2 1; 1 0 2 2 */
{
    static int count;
    extern int elsewhere;
    return ++count + elsewhere;
}
