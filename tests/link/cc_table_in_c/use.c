/* The layout of the objects, as their table is declared for C. */
struct counter;

struct counter_table {
    int (*count)(struct counter *, int);
    int (*reset)(struct counter *);
    int (*scale)(struct counter *, double);
};

struct counter {
    const struct counter_table *table;
};

void *make_counter(void);
void drop_counter(void *object);

/* What is found in a table may be handed on. */
static int apply(int (*method)(struct counter *, double), struct counter *c)
{
    return method(c, 0.5);
}

int main(void)
{
    struct counter *c = make_counter();
    int twice = c->table->count(c, 1);
    int zero = c->table->reset(c);
    zero += apply(c->table->scale, c);
    drop_counter(c);
    return twice - 2 + zero;
}
