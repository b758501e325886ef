#define AUTO __attribute__((cleanup(release)))

static void release(int *p)
{
    *p = 0;
}

int main(void)
{
    AUTO int x = 1;
    return x;
}
