enum event { OPEN, DATA, CLOSE, EVENTS };
enum state { IDLE, BUSY, STATES };
typedef enum state (*transition)(void);
static enum state start(void)
{
    return BUSY;
}
static enum state work(void)
{
    return BUSY;
}
static enum state stop(void)
{
    return IDLE;
}
static enum state ignore(void)
{
    return IDLE;
}
static const transition transitions[STATES][EVENTS] = {
    [IDLE] = {[OPEN] = start, [DATA] = ignore, [CLOSE] = ignore},
    [BUSY][OPEN] = work,
    [BUSY][DATA] = work,
    [BUSY][CLOSE] = stop,
};
int main(void)
{
    enum state s = IDLE;
    static const enum event events[] = {OPEN, DATA, CLOSE, DATA};
    for (int i = 0; i < 4; i++) {
        s = transitions[s][events[i]]();
    }
    return s;
}
