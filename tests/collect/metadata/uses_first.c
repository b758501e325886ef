/* What the first entity that a unit mentions mentions itself. */
#define LENGTH 8
#define SIZE (2 * LENGTH)

int size(void)
{
    return SIZE;
}
