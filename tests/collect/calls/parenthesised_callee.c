int f(int);

int main(void)
{
    (f)(1);
    ((f))(2);
    (*f)(3);
    (***f)(4);
    (&f)(5);
    return (*&f)(6);
}
