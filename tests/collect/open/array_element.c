int index(void);

int main(void)
{
    static int (*const jump[4])(int);
    return jump[index()](1) + (*jump[2])(3);
}
