int f(int);
int (*p)(int);

int main(void)
{
    return (p ?: f)(1);
}
