/* The type of a variable has no name, and is written in each file. */
extern struct {
    int kind;
    void (*function)(void);
} shared;
extern struct {
    int kind;
    void (*function)(void);
} array[2];
extern struct {
    int kind;
    void (*function)(void);
} unbounded[];
int main(void)
{
    shared.function();
    array[1].function();
    unbounded[0].function();
    return 0;
}
