int f(int);
int (*p)(int);

int main(int c)
{
    return (c ? f : p)(1);
}
