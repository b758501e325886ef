int f(void), g(void);

int main(int argc, char **argv)
{
    void *labels[] = {&&one, &&two};
    goto *labels[f()];
one:
    return g();
two:
    return argc + !argv;
}
