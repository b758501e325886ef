typedef struct {
    long gregs[4];
} mcontext_t;
struct other {
    long value;
};
