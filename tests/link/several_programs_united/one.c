/* A weak definition elsewhere: the strong ones cannot be told apart from it. */
typedef void action(void);
void act(action *f);
void on_one(void) {}
void act(action *f) { f(); }
int main(void)
{
    act(on_one);
    return 0;
}
