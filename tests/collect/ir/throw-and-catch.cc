struct Error {
    Error(int);
    Error(const Error &);
    virtual ~Error();
    virtual int code() const;
};
struct Special : Error {
    using Error::Error;
    int code() const override;
};
int f();

void raise(int n)
{
    if (n) {
        throw Special(n);
    }
    throw 1;
}
int by_reference()
{
    try {
        return f();
    } catch (const Error &error) {
        return error.code();
    }
}
int by_value()
{
    try {
        return f();
    } catch (Special special) {
        return special.code();
    } catch (int n) {
        return n;
    }
}
void raise_copy(const Error &error)
{
    throw error;
}
