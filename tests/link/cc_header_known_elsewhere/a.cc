// b.cc calls strcmp without its header: a.cc knows that it is a system library's.
#include <string.h>
int b(const char *s);
void never() {}
int main(int argc, char **argv) { return strcmp(argv[0], "x") + b(argv[0]) == 1000 + argc; }
