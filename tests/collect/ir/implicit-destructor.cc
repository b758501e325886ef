struct Guard {
    Guard();
    ~Guard();
};
int f();

int scope(bool early)
{
    Guard guard;
    if (early) {
        return 0;
    }
    return f();
}
void loop()
{
    for (int i = 0; i < 2; i++) {
        Guard each;
    }
}
struct Holder {
    Guard first;
};
void holds()
{
    Holder holder;
}
