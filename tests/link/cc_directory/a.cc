// The library has objects of classes derived from the base of what shared_ptr counts with, such as
// those of directory iterators. They call nothing of the program.
#include <filesystem>
#include <memory>

struct count : std::_Sp_counted_base<__gnu_cxx::__default_lock_policy> {
    void _M_dispose() noexcept override {}
    void _M_destroy() noexcept override {}
    void *_M_get_deleter(const std::type_info &) noexcept override { return nullptr; }
};

int main()
{
    count counted;
    int names = 0;
    for (const auto &entry : std::filesystem::directory_iterator("/")) {
        names += entry.path().native().size() > 0;
    }
    counted._M_release();
    return names == 0;
}
