// Memory that the C library returns holds no objects of classes, whatever else is kept with it.
#include <cstdlib>
#include <memory>
#include <unistd.h>
struct count : std::_Sp_counted_base<__gnu_cxx::_S_atomic> {
    void _M_dispose() noexcept override
    {
    }
    void _M_destroy() noexcept override
    {
    }
    void *_M_get_deleter(const std::type_info &) noexcept override
    {
        return nullptr;
    }
};
static void *kept[2];
int main()
{
    count c;
    kept[0] = getcwd(nullptr, 0);
    kept[1] = &c;
    static_cast<std::_Sp_counted_base<__gnu_cxx::_S_atomic> *>(kept[1])->_M_dispose();
    free(kept[0]);
}
