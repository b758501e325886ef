/* Whichever declaration says it. */
void first(void) __attribute__((cold));
void first(void) {}
void middle(void);
void middle(void) __attribute__((hot));
void middle(void);
void each(void) __attribute__((cold));
void each(void) __attribute__((noinline)) ;
void each(void);
void stops(void) __attribute__((noreturn));
int late(void);
void late_end(void);
void user(void)
{
    void local(void) __attribute__((nothrow));
    middle();
    each();
    stops();
    late();
    late_end();
    local();
}
int late(void) __attribute__((pure));
void late_end(void) __attribute__((noreturn));
__attribute__((leaf)) void stops(void) { for (;;) {} }
void nobody(void) __attribute__((cold));
