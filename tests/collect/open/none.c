static int leaf(int x)
{
    return x + 1;
}

int main(void)
{
    return leaf(1);
}
