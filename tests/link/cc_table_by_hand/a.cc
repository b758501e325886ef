// A virtual table that is read by hand.
struct device {
    virtual int open(int mode) { return mode; }
};

typedef int (*opener)(void *device, int mode);

static int open_any(void *device) { return (*static_cast<opener **>(device))[0](device, 1); }

int main()
{
    device d;
    return open_any(&d) - 1;
}
