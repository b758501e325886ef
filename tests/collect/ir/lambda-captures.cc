struct Text {
    Text();
    Text(const Text &);
    Text(Text &&);
    ~Text();
    int size() const;
};
int f(int);

int by_value(const Text &text)
{
    auto size = [text] { return text.size(); };
    return size();
}
int by_reference(const Text &text)
{
    auto size = [&text] { return text.size(); };
    return size();
}
int by_init()
{
    auto size = [text = Text(), n = f(1)] { return text.size() + n; };
    auto copy = size;
    return copy();
}
struct Thing {
    int method();
    int caller()
    {
        return [this] { return method(); }();
    }
    int copier()
    {
        return [*this]() mutable { return method(); }();
    }
};
int members(Thing &thing)
{
    return thing.caller() + thing.copier();
}
