int f(void), g(void);

int main(void)
{
    __typeof__(f()) x = g();
    __typeof__(f()) *p = (__typeof__(f()) *)&x;
    return *p + ((__typeof__(f())){2});
}
