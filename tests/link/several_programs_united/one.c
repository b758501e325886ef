/* Another file has a weak definition: each strong one may replace it, so all are one function. */
typedef void action(void);
void act(action *f);
void on_one(void) {}
void act(action *f) { f(); }
int main(void)
{
    act(on_one);
    return 0;
}
