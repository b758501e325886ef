int a(void), b(void), c(void), d(void), e(void), f(void);

int main(void)
{
    for (a(); b(); c()) {
        while (d()) {
            do {
            } while (e());
        }
    }
    switch (f()) {
    case 1 ... 3:
        return a();
    default:
        return 0;
    }
}
