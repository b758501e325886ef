// A function that the program lacks may call any that is not internal.
void enters(void);

void by_jump(void)
{
}

int main(void)
{
    enters();
    return 0;
}
