typedef int (*fn)(int);
fn pick(int);

int main(void)
{
    return pick(1)(7) + (*pick(2))(8);
}
