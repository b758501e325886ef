// A virtual table that is read as numbers: its methods may be called as functions of any type.
struct shape {
    virtual int area();
};
int first(void *table)
{
    unsigned long long *entries = static_cast<unsigned long long *>(table);
    return reinterpret_cast<int (*)()>(entries[0])();
}
