struct shape;
struct shape_ops {
    int (*area)(struct shape *);
    void (*drop)(struct shape *);
};
struct shape {
    const struct shape_ops *ops;
};
struct square {
    struct shape base;
    int side;
};
struct circle {
    struct shape base;
    int radius;
};
int shape_area(struct shape *s);
void shape_drop(struct shape *s);
void square_init(struct square *s, int side);
void circle_init(struct circle *c, int radius);
