int f(int) __asm__("real_f");
int f(int x)
{
    return x;
}

int main(void)
{
    return f(1);
}
