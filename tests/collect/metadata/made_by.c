/* Functions that a macro makes have its use. */
#define STEP(name, by) \
    static int name##_up(int x) { return x + by; } \
    static int name##_down(int x) { return x - by; }
#define STEPS(name) STEP(name, 1)
#define TEST(name) static void name(void); static void name(void)
#define OPEN_TEST(name) static void name(void) { int done = 0;
#define END_TEST (void)done; }
#define PASS(...) __VA_ARGS__
#define NAMED(name) name
#define BODY { return 2; }
#define WHOLE int whole(void) { return 1; }
#define ONE 1
#define DOIT(name, body) static int name(void) body

STEPS(a)
static STEP(b,
            2)
TEST(body_outside)
{
}
OPEN_TEST(end_outside)
END_TEST
PASS(static int argument(void) { return ONE; })
PASS(STEP(c, 3))
static int NAMED(only_named)(void) { return ONE; }
static int only_body(void) BODY
WHOLE
DOIT(body_is_argument, { return 4; })
DOIT(body_is_macro, BODY)

int main(void)
{
    body_outside();
    end_outside();
    return a_up(1) + a_down(1) + b_up(1) + b_down(1) + argument() + c_up(1) + c_down(1) +
           only_named() + only_body() + whole() + body_is_argument() + body_is_macro();
}
