/* Unions that begin as another member than the largest. */
typedef void (*fn)();
struct named {
    char kind;
    fn run;
};
union word {
    long words[3];
    struct {
        char kind;
        fn run;
    } part;
};
struct entry {
    int number;
    union {
        long words[3];
        named part;
    };
    fn last;
};
void use(word *, entry *);
