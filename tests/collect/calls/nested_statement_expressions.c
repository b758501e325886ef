int f(int), g(int), h(void);

int main(void)
{
    return ({ int x = ({ f(h()); }); g(({ f(x); })); });
}
