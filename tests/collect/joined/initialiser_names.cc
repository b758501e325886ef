// Initialisers are numbered as in the program's objects, where literals that are folded away are none.
#include <string.h>

struct object {
    object();
};

object::object() {}

static object first;
int length(const char *s) { return strlen("abc") + strlen("defg") + strcmp(s, "xyz"); }
static object second;
int more(const char *s) { return strlen("ijk") + strcmp(s, "uvw"); }
static object third;
