typedef void action(void);
void on_three(void) {}
__attribute__((weak)) void act(action *f) { f(); }
void three(void) { act(on_three); }
