void notify(void)
{
}
void provided(void)
{
}
