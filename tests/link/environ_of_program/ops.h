struct buf {
    unsigned long len;
    char *data;
};
struct ops {
    int (*run)(struct buf *);
};
