/* Uses what lib.h declares, a function for each way. */
#include "lib.h"
static int print_it(handle h, void *p) { return (int)h + (p != NULL); }
int use_case(enum color c)
{
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    default: return 3;
    }
}
int use_anon(int c) { switch (c) { case ANON_CASE: return 1; } return 0; }
int use_array(void) { int a[BLUE]; a[0] = 0; return a[0]; }
int use_macro(int x) { return CLAMP(x); }
int use_apply(int x) { return APPLY(lib_twice, x); }
int use_prefix(void) { return PREFIX(open)("x"); }
int use_point(struct point p) { return p.x + p.y; }
int use_ptr(struct point *p) { return p->y; }
int use_union(union value v) { return v.i; }
int use_shape(void) { shape s = {0}; lib_set(&s, GREEN); return (int)s.owner; }
int use_list(struct list *l) { return l->next ? l->flags : l->inner.deep; }
long use_right(struct list *l) { return l->right + l->name[0]; }
int use_size(void) { return sizeof(struct list); }
int use_word(word w) { return (int)w; }
int use_names(void) { return lib_names[0][0]; }
int use_table(void) { return lib_table[0]; }
int use_verbose(void) { return lib_verbose; }
int use_current(void) { return lib_current != 0; }
void *use_make(void) { return lib_make(); }
int use_each(void) { return lib_each(print_it, NULL); }
int (*take_close(void))(handle) { return lib_close; }
int (*table[])(int) = { lib_many, lib_more };
int use_tab(int i) { return table[i](i); }
int use_weak(void) { return lib_weak ? lib_weak() : 0; }
int use_made(void) { return made_one(); }
int use_twice(void) { return lib_twice(1); }
int main(void) { return use_case(RED) + use_anon(1) + use_array() + use_macro(1) + use_each(); }
