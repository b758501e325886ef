struct product {
    virtual int price() = 0;
    virtual ~product()
    {
    }
};
struct entry {
    product *(*make)();
};
extern const entry entries[];
