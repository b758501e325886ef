typedef struct ctx ctx;
typedef struct {
    int (*add)(ctx *);
} actions_t;
struct ctx {
    const actions_t *ops;
    char *name;
};
extern actions_t other_platform; /* never defined, never used */
void show(ctx *c);
