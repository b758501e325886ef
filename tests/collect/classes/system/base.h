struct Library {
    virtual void called() = 0;
};
struct Shared : virtual Library {
    void called() override {}
};
