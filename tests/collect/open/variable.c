typedef int (*handler)(int);
int (*global)(int);

int run(handler h)
{
    int (*local)(int) = global;
    global(1);
    (*local)(2);
    (**h)(3);
    return 0;
}
