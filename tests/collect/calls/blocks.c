int f(int);
int g(int);
int inside(void)
{
    int (^b)(int) = ^(int x) {
      return f(x);
    };
    return b(1);
}
void (^outside)(void) = ^{
  g(1);
};
