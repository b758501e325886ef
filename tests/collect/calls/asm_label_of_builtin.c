int sscanf(const char *, const char *, ...) __asm__("__isoc99_sscanf");

int main(int argc, char **argv)
{
    return sscanf(argv[0], "%d", &argc);
}
