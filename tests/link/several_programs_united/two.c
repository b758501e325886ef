typedef void action(void);
void act(action *f);
void on_two(void) {}
void act(action *f) { f(); }
int main(void)
{
    act(on_two);
    return 0;
}
