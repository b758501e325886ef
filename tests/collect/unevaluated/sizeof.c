int f(void);

int main(void)
{
    int x = (int)sizeof(f()) + (int)sizeof f() + (int)_Alignof(__typeof__(f()));
    return x;
}
