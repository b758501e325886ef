/* Some compilers copy the variable of an inner block that is returned. For a class whose copies do
   nothing that calls nothing. */
struct plain {
    int a;
    bool b = true;
};
struct counted {
    int a;
    counted() : a(1)
    {
    }
    counted(const counted &other) : a(other.a + 1)
    {
    }
};

plain get_plain(int x)
{
    if (x) {
        plain inner;
        inner.a = x;
        return inner;
    }
    plain outer;
    outer.a = 2;
    return outer;
}

counted get_counted(int x)
{
    if (x) {
        counted inner;
        return inner;
    }
    counted outer;
    return outer;
}
