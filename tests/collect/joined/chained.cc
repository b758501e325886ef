// Places of chained and nested calls on several lines.
struct Builder {
    Builder &width(int);
    Builder &height(int);
    int build();
};
int one();
int two();
Builder make();

int build()
{
    return make()
        .width(one())
        .height(
            two())
        .build();
}
int same_line(Builder &b) { return b.width(one()).width(one()).build(); }
