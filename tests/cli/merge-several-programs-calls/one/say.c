void usage(int code);
void say(const char *text)
{
    if (!text) {
        usage(2);
    }
}
