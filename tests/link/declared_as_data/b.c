static int ran;
void handler(void)
{
    ran++;
}
void code(void)
{
    ran++;
}
void entry(void)
{
    ran++;
}
void first(int i)
{
    ran += i;
}
void second(int i)
{
    ran += i;
}
static void kept(void)
{
    ran++;
}
void (*cell)(void) = kept;
