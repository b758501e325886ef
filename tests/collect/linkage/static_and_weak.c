#define WEAK __attribute__((weak))
static int hidden(void)
{
    return 1;
}
static int unused(void)
{
    return 2;
}
WEAK int soft(void)
{
    return 3;
}
extern WEAK int maybe(void);

int main(void)
{
    return hidden() + soft() + maybe();
}
