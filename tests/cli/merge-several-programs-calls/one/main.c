void usage(int code);
void say(const char *text);
static void one_help(void)
{
}
void usage(int code)
{
    one_help();
    say("one");
}
int main(int argc, char **argv)
{
    if (argc > 1) {
        usage(1);
    }
    return 0;
}
