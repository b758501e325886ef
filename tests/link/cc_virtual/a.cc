struct animal {
    virtual int legs() const
    {
        return 0;
    }
    virtual int eyes() const
    {
        return 2;
    }
};
struct dog : animal {
    int legs() const override
    {
        return 4;
    }
};
struct bird : animal {
    int legs() const override
    {
        return 2;
    }
};
int main()
{
    dog d;
    bird b;
    animal plain;
    const animal *all[] = {&d, &b, &plain};
    int sum = 0;
    for (const animal *a : all) {
        sum += a->legs();
        sum += a->eyes();
    }
    return sum - 12;
}
