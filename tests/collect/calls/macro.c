int f(int);
#define CALL(x) f(x)
#define TWICE(x) (CALL(x) + CALL(x))
#define NAME f

int main(void)
{
    return TWICE(1) +
           NAME(2);
}
