int f(int);

void conditions(int x) /* 5: if, call, call, if, call */
{
    if (int y = f(x); y > 2)
        f(1);
    else
        f(2);
    if (int z = f(x)) {
        f(3);
    }
}

void loops(int x) /* 5: declaration, range-for, call, while, call */
{
    int all[3] = {1, 2, x};
    for (int i : all)
        f(i);
    while (int q = f(x))
        f(q);
}

void handlers() /* 6: try, call, catch, call, call, catch */
{
    try {
        f(4);
    } catch (int) {
        f(5);
        f(6);
    } catch (...) {
    }
}
