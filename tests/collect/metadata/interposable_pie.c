int replaced(void)
{
    return 1;
}

static int own(void)
{
    return 2;
}

__attribute__((visibility("hidden"))) int hidden(void)
{
    return own();
}
