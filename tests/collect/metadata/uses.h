#define LIMIT 10
#define TWICE(x) ((x)*LIMIT)
enum color { RED, GREEN = 5, BLUE };
typedef struct {
    int a;
    int b[LIMIT];
} pair_t;
struct list {
    struct list *next;
    pair_t pair;
    int count;
};
extern int options;
extern struct list all;
static inline int shared(struct list *l)
{
    return l->count + LIMIT;
}
