extern "C" {
struct pair {
    long first, second;
};
void *kept;
void keep(pair values, void *memory)
{
    kept = values.first == 1 ? memory : nullptr;
}
}
