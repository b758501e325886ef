struct Text {
    Text(int);
    Text(const Text &);
    Text(Text &&);
    ~Text();
};

Text guaranteed()
{
    return Text(1);
}
Text named()
{
    Text text(2);
    return text;
}
Text moved(bool first)
{
    Text a(1);
    Text b(2);
    return first ? static_cast<Text &&>(a) : static_cast<Text &&>(b);
}
void use()
{
    Text a = guaranteed();
    Text b = Text(Text(named()));
}
