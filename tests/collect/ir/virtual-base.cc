int f();
struct Root {
    Root();
    ~Root();
};
struct Left : virtual Root {
    Left()
    {
        f();
    }
    virtual ~Left();
};
struct Right : virtual Root {
    Right();
    ~Right();
};
struct Bottom : Left, Right {
    Bottom()
    {
    }
};

Left::~Left()
{
    f();
}
void use()
{
    Bottom bottom;
    Left left;
}
