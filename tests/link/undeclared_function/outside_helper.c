void back(void);

int helper(void)
{
    back();
    return 0;
}
