void note(void);
static void end(int *p)
{
    note();
}
void scope(void)
{
    __attribute__((cleanup(end))) int kept = 3;
    note();
}
