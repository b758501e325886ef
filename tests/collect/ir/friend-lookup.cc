namespace inside
{
struct Thing {
    friend int hidden(const Thing &thing)
    {
        return thing.secret();
    }
    friend bool operator<(const Thing &a, const Thing &b)
    {
        return a.secret() < b.secret();
    }
    friend struct Helper;
    friend int declared(const Thing &);

  private:
    int secret() const;
};
int found(const Thing &);
struct Helper {
    int help(const Thing &thing)
    {
        return thing.secret();
    }
};
template <class T> struct Box {
    friend int in_template(const Box &)
    {
        return found(T());
    }
};
} // namespace inside

int use(const inside::Thing &a, const inside::Thing &b)
{
    inside::Helper helper;
    inside::Box<inside::Thing> box;
    return hidden(a) + found(b) + (a < b) + declared(a) + helper.help(b) + in_template(box);
}
