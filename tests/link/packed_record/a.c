struct __attribute__((packed)) message {
    char kind;
    void (*handle)(char);
    void (*fail)(void);
};
static void f(char kind)
{
}
static void g(void)
{
}
static struct message messages[2] = {{'a', f, g}, {.kind = 'b', .fail = g}};
int main(void)
{
    messages[0].handle('a');
    messages[1].fail();
    return 0;
}
