int a(int), b(int), key(void);

/* Both have the type of the selection: either may be the one. The key is not evaluated. */
int main(void)
{
    return _Generic(key(), int: a, default: b)(1);
}
