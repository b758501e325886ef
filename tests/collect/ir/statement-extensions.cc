struct Guard {
    Guard(int);
    ~Guard();
};
int f();
int g();
void visit(Guard *);

int statement_expression()
{
    return ({
               Guard guard(1);
               f();
           }) +
           g();
}
void variable_length(int n)
{
    int sizes[f()];
    Guard *pointers[n];
    pointers[0] = new Guard(sizes[0]);
    visit(pointers[0]);
}
int computed_goto(int n)
{
    static void *labels[] = {&&first, &&second};
    goto *labels[n];
first:
    return f();
second:
    Guard guard(2);
    return g();
}
int conditional()
{
    return f() ?: g();
}
