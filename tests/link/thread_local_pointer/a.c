extern _Thread_local void (*current)(void);
void use(void (*fn)(void));
static void f(void)
{
}
int main(void)
{
    use(f);
    current();
    return 0;
}
