namespace std
{
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
} // namespace std
struct Text {
    Text(Text &&);
    ~Text();
};
struct Tuple {
    ~Tuple();
    template <unsigned long I> Text get() &&;
};
template <> struct std::tuple_size<Tuple> {
    static constexpr unsigned long value = 2;
};
template <unsigned long I> struct std::tuple_element<I, Tuple> {
    using type = Text;
};
struct Plain {
    Text first;
    Text second;
};
Tuple make();
Plain plain();
void visit(Text &);

void tuple_like()
{
    auto [a, b] = make();
    visit(b);
}
void members()
{
    auto [a, b] = plain();
    visit(a);
}
