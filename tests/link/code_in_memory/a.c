/* Records of many types lie one after the other in memory; each begins with the function that is to
 * be called for it, which is read through a pointer to bytes. */
#include <stdlib.h>
typedef struct engine {
    unsigned char *at;
    int n;
} engine;
typedef void (*code)(engine *);
typedef struct {
    code code;
    unsigned long length;
} copy_code;
typedef struct {
    code code;
    unsigned long a, b;
} variable_code;
static unsigned char *base;
static unsigned long used;
static void copy(engine *e)
{
    e->n++;
    e->at += sizeof(copy_code);
}
static void variable(engine *e)
{
    e->n += 2;
    e->at += sizeof(variable_code);
}
static void *push(unsigned long size)
{
    void *p = base + used;
    used += size;
    return p;
}
int main(void)
{
    engine e = {0, 0};
    base = calloc(1, 256);
    copy_code *c = push(sizeof *c);
    c->code = copy;
    variable_code *v = push(sizeof *v);
    v->code = variable;
    e.at = base;
    while (*(unsigned long *)e.at) {
        code run = *(code *)e.at;
        run(&e);
    }
    return e.n - 3;
}
