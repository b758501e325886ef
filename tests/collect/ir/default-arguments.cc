struct Text {
    Text(const char *);
    ~Text();
};
int now();
int f(int a, int time = now());
void log(const Text &text = "none");
struct Thing {
    Thing(int = now());
    int method(int = now()) const;
};

int functions()
{
    log();
    return f(1) + f(1, 2);
}
int methods()
{
    Thing thing;
    return thing.method();
}
