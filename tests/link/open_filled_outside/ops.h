struct more {
    int (*put)(void);
};
struct ops {
    int (*get)(void);
    struct more *more;
};
void outside_fill(struct ops *ops);
