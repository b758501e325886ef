struct entry {
    const char *name;
    void *data;
    void (*general)(void);
};
void outside_take(struct entry *e);
