struct Text {
    Text(const char *);
    ~Text();
};
union Choice {
    Choice() : number(1)
    {
    }
    ~Choice()
    {
    }
    int number;
    Text text;
};
struct Holder {
    Holder(bool is_text) : is_text(is_text), number(0)
    {
    }
    ~Holder()
    {
        if (is_text) {
            text.~Text();
        }
    }
    bool is_text;
    union {
        int number;
        Text text;
    };
};

void use()
{
    Choice choice;
    Holder holder(false);
}
