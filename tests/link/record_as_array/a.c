/* A record of functions gone through as an array of them. */
struct steps {
    void (*first)(void);
    void (*second)(void);
    void (*third)(void);
};
static void a(void)
{
}
static void b(void)
{
}
static void c(void)
{
}
int main(void)
{
    struct steps steps = {a, b, c};
    void (**all)(void) = (void (**)(void))&steps;
    for (int i = 0; i < 3; i++) {
        all[i]();
    }
    return 0;
}
