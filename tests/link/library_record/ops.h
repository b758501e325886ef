struct public_ops {
    int (*read)(void);
};
int library_run(struct public_ops *ops);
