/* Pointers to records that begin alike are taken for each other. */
struct first {
    void (*put)(void);
};
struct second {
    void (*get)(void);
    int more;
};
union both {
    struct first *first;
    struct second *second;
};
static void put(void)
{
}
int main(void)
{
    static struct {
        struct first first;
        int more;
    } object = {{put}, 0};
    union both both;
    both.first = &object.first;
    both.second->get();
    return 0;
}
