// Exceptions: what makes, copies and destroys the object; cleanups while unwinding; handlers.
struct Error {
    Error(int);
    Error(const Error &);
    ~Error();
};
struct Guard {
    Guard();
    ~Guard();
};
void risky();
int rescue(const Error &);

void raise() { throw Error(1); }
int handle()
{
    try {
        Guard guard;
        risky();
    } catch (Error e) {
        return rescue(e);
    } catch (...) {
        throw;
    }
    return 0;
}
void quiet() noexcept { risky(); }
