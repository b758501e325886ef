/* Events: unions of structs without a name, of which the largest is the storage. */
typedef void (*fn)();
struct event {
    int type;
    union {
        struct {
            fn pressed;
        } key;
        struct {
            long x, y;
            fn moved;
        } pointer;
        fn any;
    };
};
union alone {
    long words[3];
    struct {
        fn begin;
        fn end;
    } part;
};
void send(event *);
void finish(alone *);
