void report(void)
{
}
