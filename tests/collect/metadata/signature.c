typedef unsigned long size;
struct point { int x; };
size length(const char *text, size at) { return text[at] == 0; }
int printf(const char *, ...);
int oldstyle(a, b)
    int a;
    char *b;
{
    return a + *b;
}
int noprototype();
void unnamed(int, struct point p[4], int (*f)(void)) { printf("%p", (void *)f), noprototype(p); }
int (*chooser(int which))(size) { return 0; }
