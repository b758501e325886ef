int main(void)
{
    return undeclared(1) + undeclared(2);
}
