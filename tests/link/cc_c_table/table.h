struct table {
    int (*start)(void *);
    int (*stop)(void *);
};
int run(const struct table *t, void *data);
