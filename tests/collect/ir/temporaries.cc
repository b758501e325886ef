struct Text {
    Text(const char *);
    Text(const Text &);
    ~Text();
    int size() const;
};
Text join(const Text &, const Text &);
void take(Text);

int whole_expression()
{
    return join("a", "b").size();
}
int extended()
{
    const Text &kept = join("a", "b");
    return kept.size();
}
void by_value(const Text &text)
{
    take(text);
}
bool condition()
{
    return Text("a").size() && Text("b").size();
}
