struct buf {
    unsigned long len;
    char *data;
};
struct ops {
    int (*run)(struct buf *);
};
extern char slop[];
extern int limit;
extern double factor;
int use(struct ops *o, struct buf *b);
