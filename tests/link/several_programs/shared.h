typedef void action(void);
typedef struct tool {
    const char *name;
    action *act;
} tool;
void report(action *done);
action *choose(int n);
void finish(int n, ...);
/* In the file of a definition this calls that; elsewhere, either. */
static inline void report_late(action *done)
{
    report(done);
}
