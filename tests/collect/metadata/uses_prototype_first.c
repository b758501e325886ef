/* The first entity that a unit has is a function, which no other mentions. */
int size(int);

int twice(int x)
{
    return 2 * size(x);
}
