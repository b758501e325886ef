/* A label with a conversion: libclang shows it twice, one within the other. */
#define LINE_FEED (unsigned char)'\n'

static int other(void)
{
    return 1;
}

int main(int argc, char **argv)
{
    switch (argc) {
    case LINE_FEED:
        return other();
    case (int)sizeof(long):
        return 2;
    case (char)3 ... + 4:
        return other();
    default:
        return argv == 0;
    }
}
