/* What follows a jump runs only behind a label. The condition of an `if` may always lead to one. */
int ran(int);
int never(int);
unsigned never_sized(void);
unsigned sized(void);

unsigned by_size(void)
{
    if (sizeof(int) == 4)
        return sized();
    if (sizeof(int) == 8) {
        return never_sized();
    }
    return never_sized();
}

unsigned by_block(void)
{
    if (!(sizeof(int) == 4)) {
        never(1);
    } else {
        ran(1);
        return sized();
    }
    {
        never(2);
    }
    return never_sized();
}

int loops(int n)
{
    for (int i = 0; i < n; i++) {
        if (n == 7) {
            continue;
        }
        ran(2);
        break;
        never(3);
    }
    ran(3);
    while (n--) {
        ran(4);
        continue;
        never(4);
    }
    return ran(5);
    never(5);
}

int labels(int n)
{
    switch (n) {
    case 1:
        ran(6);
        break;
        never(6);
    case 2:
        ran(7);
        return 1;
    default:
        ran(8);
    }
    if (n) {
        goto end;
    }
    return ran(9);
    never(7);
    int (*later)(int) = never;
    static int (*kept)(int) = ran;
    {
        ran(10);
    end:
        ran(11);
    }
    later = ran;
    return kept(later(12));
}

int sometimes(int n)
{
    if (n == 4) {
        return ran(13);
    }
    if (sizeof(int) == 4) {
        if (n) {
            return ran(14);
        }
    }
    if (sizeof(int) == 4 && n) {
        return ran(15);
    }
    int value = ({
        if (n == 3) {
            return ran(16);
            never(8);
        }
        ran(17);
    });
    return ran(value);
}

int entered(int n)
{
    if (n) {
        goto inside;
    }
    if (sizeof(int) == 4) {
        return ran(18);
    } else {
    inside:
        ran(19);
    }
    return ran(20);
}
