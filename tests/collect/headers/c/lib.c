/* Defines what lib.h declares. */
#include "lib.h"
int lib_verbose;
handle lib_current;
const char *const lib_names[TWICE] = {"a"};
struct opaque { int hidden; };
static struct opaque the_one;
int lib_open(const char *path) { lib_verbose++; return path[0]; }
int lib_close(handle h) { lib_current = h; return 0; }
int lib_each(visitor v, void *data) { return v(lib_current, data); }
struct opaque *lib_make(void) { the_one.hidden = 1; return &the_one; }
void lib_never(void) { }
void lib_set(shape *s, enum color c) { s->color = c; s->at.x = 1; }
int lib_many(int a) { return a; }
int lib_more(int b) { return b; }
int made_one(void) { return BIG; }
