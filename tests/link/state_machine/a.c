/* As Lua's: a state carries the function that continues it, and its data. */
struct state;
typedef int (*continuation)(struct state *s, int status);
struct frame {
    continuation k;
    struct frame *previous;
};
struct state {
    struct frame *frame;
    int steps;
};
static int finish(struct state *s, int status)
{
    return status;
}
static int middle(struct state *s, int status)
{
    s->frame->k = finish;
    return status;
}
static void callk(struct state *s, struct frame *f, continuation k)
{
    f->k = k;
    f->previous = s->frame;
    s->frame = f;
}
static int resume(struct state *s)
{
    return (*s->frame->k)(s, 0);
}
int main(void)
{
    struct state s = {0};
    struct frame f;
    callk(&s, &f, middle);
    return resume(&s) + resume(&s);
}
