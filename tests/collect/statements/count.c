int f(int);

int empty(void) /* 0 */
{
}

int leaves(int x) /* 3: declaration, call, return */
{
    int y = f(x);
    f(y);
    ;
    return y;
}

int branches(int x) /* 6: if, call, if, call, call, return */
{
    if (x) {
        f(1);
    } else if (x + 1)
        f(2);
    else
        f(3);
    return 0;
}

int loops(int x) /* 7: for, while, call, do, call, break, return */
{
    for (int i = 0; i < x; i++)
        while (x--)
            f(x);
    do {
        f(x);
        break;
    } while (x);
    return 0;
}

int labels(int x) /* 7: switch, call, break, call, break, goto, return */
{
    switch (x) {
    case 1:
    case 2:
        f(1);
        break;
    default:
        f(2);
        break;
    }
    goto out;
out:
    return 0;
}
