int fi(int);
double fd(double);

int main(void)
{
    return _Generic(1.0, int: fi, double: fd)(2);
}
