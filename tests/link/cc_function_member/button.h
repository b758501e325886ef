#include <functional>
#include <vector>
class button
{
  public:
    void connect(std::function<void(int)> handler);
    void press();

  private:
    std::vector<std::function<void(int)>> handlers;
};
