void note(void);
void *malloc(unsigned long size)
{
    note();
    return (void *)size;
}
void own(void)
{
    note();
}
