/* loopCallDepth and estimateCallCount: a loop runs 100 times, a branch of two half of them. The
 * `loops` of call sites say the same of each place. */
int f(int);
int g(int);
int h(int);

void outside(void) /* f: 1, in no loop */
{
    f(0);
}

/* f: once as initialiser, 100 as condition, 100 as increment, 100 in the body: 301, depth 1;
 * g: 100 * 100 * 1/2 = 5000, depth 2 */
void loops(int n)
{
    for (int i = f(0); i < f(1); i += f(2)) {
        f(3);
        while (n--)
            if (n)
                g(n);
    }
}

/* no initialiser: all within the parentheses is repeated. f: 200, g: 100 */
void no_initialiser(int n)
{
    for (; f(n);) {
        f(n);
    }
    do
        n = 0;
    while (g(n));
}

/* f: the condition 1, both branches 1/2 each: 2; g: 1/2 and the else's if, 1/4: 0.75;
 * h: in ?: 1/2, in the a ?: b of its other branch 1/4: 0.75 */
int branches(int n)
{
    if (f(n))
        f(n), g(n);
    else if (f(n))
        g(n);
    return n > 1 ? h(n) : (n ?: h(n));
}

/* three groups of labels, one default: f 1/3, and what it falls into 1/3; g 1/3 */
void cases(int n)
{
    switch (n) {
    case 1:
    case 2:
        f(1);
    case 3:
        f(2);
        break;
    default:
        g(3);
    }
}

/* two groups, or neither: 1/3 */
void no_default(int n)
{
    switch (h(n)) {
    case 1:
        f(1);
        break;
    case 2:
        g(2);
    }
}

#define TRY(call) if ((call) < 0) g(0)
#define EACH(i, n) for (i = 0; i < (n); i++)

/* what a macro makes is at one place: its condition and branch cannot be distinguished, and both
 * count in full; all of the parentheses of a loop count as repeated: f 1 and 100, h 100; g 1 */
void macros(int n)
{
    int i;
    TRY(f(n));
    EACH (i, f(n))
        h(i);
}

#define G g(0)

/* a place at the very end of a loop or branch is in it. f: 100 * 1/2; g: 100 and 1/2;
 * h: 100 * 1/2 and 100 */
int ends(int n)
{
    while (n--)
        G;
    do
        n ? f(n) : h(n);
    while (h(n));
    if (n)
        G;
    return n;
}
