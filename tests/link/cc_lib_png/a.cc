// Virtual functions of the objects that libpng hands back are called.
#include <png.h>
#include <stdexcept>
#include <string>

class Sink
{
  public:
    virtual ~Sink() = default;
    virtual void take(const unsigned char *bytes, size_t length) = 0;
};
class Text : public Sink
{
  public:
    std::string bytes;
    void take(const unsigned char *from, size_t length) override
    {
        bytes.append(reinterpret_cast<const char *>(from), length);
    }
};
class Nothing : public Sink
{
  public:
    void take(const unsigned char *, size_t) override
    {
    }
};
static void never()
{
}
static void fail(png_structp png, png_const_charp text)
{
    throw std::runtime_error(text);
}
static void ignore(png_structp png, png_const_charp text)
{
}
static void put(png_structp png, png_bytep bytes, size_t length)
{
    static_cast<Sink *>(png_get_io_ptr(png))->take(bytes, length);
}
static void not_set(png_structp png, png_bytep bytes, size_t length)
{
    never();
}
static void flush(png_structp png)
{
}
int main()
{
    Text text;
    png_byte pixel = 7;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &text, put, flush);
    png_set_IHDR(png, info, 1, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_row(png, &pixel);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return text.bytes.empty();
}
