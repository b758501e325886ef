// A copy constructor that is declared and never defined forbids copies. Of the constructor that would
// call it nothing makes code, so that no code is missing.
class base {
  public:
    base()
    {
    }
    virtual ~base()
    {
    }
    virtual void run() = 0;

  private:
    base(const base &);
    friend class copying;
};
class copying : public base {
  public:
    explicit copying(const base &other) : base(other)
    {
    }
    copying()
    {
    }
    void run() override
    {
    }
};
static void call(void (*f)())
{
    f();
}
static void one()
{
}
void unused()
{
}
int main()
{
    copying object;
    base *pointer = &object;
    pointer->run();
    call(one);
}
