// Calls through an interface that no class implements call nothing; but one whose objects are made by
// hand is unknown.
struct listener {
    virtual void on(int) = 0;
    virtual ~listener()
    {
    }
};
struct by_hand {
    virtual void on(int) = 0;
};
struct table {
    void (*on)(void *, int);
};
struct object {
    const table *calls;
    int n;
};
static void hit(void *o, int x)
{
    static_cast<object *>(o)->n += x;
}
static const table calls = {hit};
static listener *heard;
static void other()
{
}
static void (*kept)() = other;
static void fire()
{
    if (heard)
        heard->on(3);
}
static void call(by_hand *b)
{
    b->on(3);
}
int main(int argc, char **)
{
    object o = {&calls, 0};
    fire();
    call(reinterpret_cast<by_hand *>(&o));
    if (argc > 9)
        kept();
    return o.n - 3;
}
