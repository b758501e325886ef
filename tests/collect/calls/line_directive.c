int f(void);
int main(void)
{
#line 100 "grammar.y"
    return f();
}
