// A class that nothing of the program derives from has no objects: calls on one call nothing, unless
// something leads there.
struct listener {
    virtual void heard(void (*answer)()) = 0;
};
struct station {
    listener *first;
};
static void answer()
{
}
static void other()
{
}
static void (*kept)();
void tell(station *s)
{
    if (s->first) {
        s->first->heard(answer);
    }
}
void guess(void *anything)
{
    static_cast<listener *>(anything)->heard(other);
}
int main(int argc, char **)
{
    station s = {nullptr};
    kept = other;
    tell(&s);
    if (argc > 1) {
        guess(&kept);
    }
    kept();
    return 0;
}
