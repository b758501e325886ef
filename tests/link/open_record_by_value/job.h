struct job {
    int (*fn)(int);
    int n;
};
int outside_run(struct job job);
