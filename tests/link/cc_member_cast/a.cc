// Message maps convert pointers to virtual members to pointers to members of other types, and call
// them under these: as wxWidgets and MFC have them.
static int n;
struct Event { int a; };
struct Click : Event { int b; };
struct Handler { virtual ~Handler() {} virtual void process(Event &) {} };
typedef void (Handler::*Function)(Event &);
typedef void (Handler::*ClickFunction)(Click &);
struct Frame : Handler {
    virtual void onClick(Click &) { n++; }
    virtual long onClose() { n++; return 0; }
};
struct Sub : Frame { void onClick(Click &) override { n += 2; } };
struct Other : Handler { virtual void onPaint(Event &) {} };
struct Entry { Function function; };
union Functions { Function function; long (Handler::*closing)(); };
static const Entry table[] = {{(Function)(ClickFunction)&Frame::onClick}};
int main()
{
    Sub sub;
    Handler *handler = &sub;
    Click click;
    (handler->*table[0].function)(click);
    Functions functions;
    functions.function = (Function)(long (Handler::*)())&Frame::onClose;
    (handler->*functions.closing)();
    return n - 3;
}
