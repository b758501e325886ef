struct reader {
    int a = 0;
    virtual int read()
    {
        return a;
    }
};
struct writer {
    int b = 0;
    virtual int write()
    {
        return b;
    }
    virtual int flush()
    {
        return 0;
    }
};
struct file : reader, writer {
    int read() override
    {
        return 1;
    }
    int write() override
    {
        return 2;
    }
};
static int use(reader &r, writer &w)
{
    return r.read() +
           w.write() +
           w.flush();
}
int main()
{
    file f;
    reader r;
    writer w;
    return use(f, f) + use(r, w) - 3;
}
