/* Every kind of declaration that a header may have. */
#ifndef LIB_H
#define LIB_H
#include <stddef.h>
#define LIMIT 4
#define TWICE (2 * LIMIT)
#define CLAMP(x) ((x) > LIMIT ? LIMIT : (x))
#define APPLY(f, x) \
    f( \
      CLAMP(x))
#define PREFIX(n) lib_##n
#define API extern
#define UNUSED_MACRO 1
typedef unsigned long word;
typedef word handle;
typedef int (*visitor)(handle, void *);
struct point {
    int x;
    int y;
};
union value {
    int i;
    float f;
};
enum color {
    RED,
    GREEN = 5,
    BLUE
};
enum { ANON_MAX = 8, ANON_CASE };
typedef struct {
    struct point at;
    enum color color;
    union value v;
    handle owner;
} shape;
struct opaque;
struct list {
    struct list *next;
    unsigned flags : 3;
    char name[ANON_MAX];
    struct { int deep; } inner;
    union { int left; long right; };
};
extern int lib_verbose;
extern handle lib_current;
extern const char *const lib_names[TWICE];
API int lib_open(const char *path);
int lib_close(handle h);
int lib_each(visitor v,
             void *data);
struct opaque *lib_make(void);
void lib_never(void);
void lib_set(shape *s, enum color c);
int lib_many(int a), lib_more(int b);
static inline int lib_twice(int x)
{
    return TWICE * x;
}
static const int lib_table[] = {LIMIT, RED};
_Static_assert(sizeof(struct point) == 8, "size");
#ifdef LIB_EXTRA
int lib_extra(void);
#endif
#if LIMIT > 3
#define BIG 1
#else
#define BIG 0
#endif
int lib_weak(void) __attribute__((weak));
#define DECLARE(n) int made_##n(void);
DECLARE(one)
#endif
