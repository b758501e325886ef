struct shape {
    virtual int area() = 0;
    virtual ~shape() = default;
};
struct square : shape {
    int area() override;
};
shape *make(int which);
int twice(shape &s);
void drop(shape *s);
