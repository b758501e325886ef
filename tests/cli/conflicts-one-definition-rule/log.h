/* What it is depends on who includes it. */
#ifdef VERBOSE
#define LOG(x) do { for (int i = 0; i < 3; i++) note(x); } while (0)
#else
#define LOG(x) (void)(x)
#endif
void note(int);
inline int step(int x) { LOG(x); return x + 1; }
static inline int half(int x) { LOG(x); return x / 2; }
