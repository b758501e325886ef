struct job {
    int (*fn)(int);
    int n;
};
struct job outside_make(int (*fn)(int));
struct job *outside_get(void);
