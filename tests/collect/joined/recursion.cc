// A constructor or destructor that runs itself for another object does so by another name.
struct Node {
    Node(int depth);
    ~Node();
    int depth;
};
Node::Node(int d) : depth(d)
{
    if (d) {
        Node child(d - 1);
    }
}
Node::~Node()
{
    if (depth) {
        Node last(0);
    }
}
struct Shape {
    virtual ~Shape();
};
struct Nested : virtual Shape {
    Nested(int d)
    {
        if (d) {
            Nested inner(d - 1);
        }
    }
};
Nested outer(3);
