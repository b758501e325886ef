/* Destructors that do nothing are not called, even where a program names them; others are. */
struct Plain {
    float x[4];
    Plain()
    {
    }
};
struct Owner {
    Plain plain;
    ~Owner();
};
struct Holder {
    Owner owner;
};
template <typename T> struct Array {
    T *items;
    void destroy()
    {
        items[0].~T();
    }
};

void go(Array<Plain> &plain, Array<int> &ints, Array<Owner> &owners, Holder *holder)
{
    plain.destroy();
    ints.destroy();
    owners.destroy();
    holder->~Holder();
}
