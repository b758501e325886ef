/* A program for the profiles of the corpus. */
static int leaf(int n)
{
    return n + 1;
}

static int middle(int n)
{
    return leaf(n) * 2;
}

int main(int argc, char **argv)
{
    (void)argv;
    return middle(argc) == 0;
}
