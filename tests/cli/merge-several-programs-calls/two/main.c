void usage(int code);
static void two_help(void)
{
}
void (*hook)(int) = usage;
void usage(int code)
{
    two_help();
}
int main(int argc, char **argv)
{
    usage(argc);
    return 0;
}
