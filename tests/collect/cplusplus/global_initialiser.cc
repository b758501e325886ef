int f();
int g(int (*)());
int constant = 1;
int x = f();
namespace space {
int y = g(f);
}
