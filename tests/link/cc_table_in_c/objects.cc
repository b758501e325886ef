// Objects of classes, which C calls through their virtual tables, as programs use COM.
struct counter {
    virtual int count(int by) { return by; }
    virtual int reset() { return 0; }
    virtual int scale(double by) { return static_cast<int>(by); }
};

struct doubled : counter {
    int count(int by) override { return 2 * by; }
};

extern "C" void *make_counter()
{
    return new doubled;
}

extern "C" void drop_counter(void *object)
{
    delete static_cast<doubled *>(object);
}
