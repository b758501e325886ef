/* A field without a name of its own type, reached through a variable in two files. */
typedef void (*fn)();
struct worker {
    int kind;
    struct {
        fn run;
    } state;
};
struct table {
    static struct {
        int size;
        fn first;
    } entries;
    struct {
        int size;
        fn other;
    } *more;
};
extern worker one;
extern table two;
void run();
