void library_enter(void);
#ifdef LIBRARY_HERE
static void helper(void)
{
}
static void unused(void)
{
}
void library_enter(void)
{
    helper();
}
#endif
