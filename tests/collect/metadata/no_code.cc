struct Plain {
    Plain() = default;
};

int main()
{
    Plain p;
    return __builtin_popcount(sizeof p);
}
