const char *outside_name(void)
{
    return 0;
}
