struct parser {
    struct rule {
        const char *name;
        bool (parser::*match)(char);
        int (*convert)(char);
    };
    static const rule rules[];
    bool digit(char c)
    {
        return c >= '0' && c <= '9';
    }
    bool letter(char c)
    {
        return c >= 'a' && c <= 'z';
    }
    static int value(char c)
    {
        return c - '0';
    }
    static int code(char c)
    {
        return c;
    }
    int parse(char c)
    {
        for (const rule *r = rules; r->name; r++) {
            if ((this->*r->match)(c)) {
                return r->convert(c);
            }
        }
        return -1;
    }
};
const parser::rule parser::rules[] = {{"digit", &parser::digit, &parser::value},
                                      {"letter", &parser::letter, parser::code},
                                      {nullptr, nullptr, nullptr}};
int main()
{
    parser p;
    return p.parse('0') + p.parse('a') - 'a';
}
