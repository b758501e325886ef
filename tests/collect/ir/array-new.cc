struct Thing {
    Thing();
    ~Thing();
};

Thing *make(int n)
{
    return new Thing[n];
}
void release(Thing *things)
{
    delete[] things;
}
int *plain(int n)
{
    return new int[n];
}
void release_plain(int *numbers)
{
    delete[] numbers;
}
