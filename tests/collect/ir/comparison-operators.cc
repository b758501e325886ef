namespace std
{
struct strong_ordering {
    int value;
    static const strong_ordering less;
    static const strong_ordering equal;
    static const strong_ordering equivalent;
    static const strong_ordering greater;
    bool operator==(decltype(nullptr)) const;
    bool operator<(decltype(nullptr)) const;
};
inline constexpr strong_ordering strong_ordering::less = {-1};
inline constexpr strong_ordering strong_ordering::equal = {0};
inline constexpr strong_ordering strong_ordering::equivalent = {0};
inline constexpr strong_ordering strong_ordering::greater = {1};
} // namespace std
struct Part {
    std::strong_ordering operator<=>(const Part &) const;
    bool operator==(const Part &) const;
};
struct Whole {
    Part first;
    Part second;
    auto operator<=>(const Whole &) const = default;
};
struct Equal {
    Part part;
    int numbers[2];
    bool operator==(const Equal &) const = default;
};
struct Reversed {
    bool operator==(int) const;
};

bool ordered(const Whole &a, const Whole &b)
{
    return a < b || a == b;
}
bool equal(const Equal &a, const Equal &b, const Reversed &c)
{
    return a != b || 1 == c;
}
