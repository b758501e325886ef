/* A function is kept under another type, in memory, and called under its own. */
#include <stdlib.h>

typedef struct engine engine;
typedef void (*code_pt)(engine *);
typedef unsigned long (*len_pt)(engine *);
struct copy_code {
    code_pt code;
};
struct engine {
    char *ip;
};

static unsigned long copy_len(engine *e)
{
    e->ip += sizeof(struct copy_code);
    return 1;
}

int main(void)
{
    char *lengths = calloc(1, 100);
    struct copy_code *code = (void *)lengths;
    code->code = (code_pt)(void *)copy_len;
    engine e = {lengths};
    len_pt lcode = *(len_pt *)e.ip;
    return (int)lcode(&e) - 1;
}
