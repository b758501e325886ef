struct shape;
struct table {
    double (*area)(const struct shape *);
};
struct shape {
    const struct table *methods;
};

static double square(const struct shape *s)
{
    return s->methods->area(s);
}

static const struct table squares = {.area = square};

int main(void)
{
    struct shape s = {&squares};
    return (int)s.methods->area(&s);
}
