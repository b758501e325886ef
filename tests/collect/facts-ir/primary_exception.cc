/* std::make_exception_ptr: what is returned leads to the object. */
extern "C" void *__cxa_init_primary_exception(void *object, void *type, void (*destroy)(void *));
void *held;

void holder(void *object)
{
    held = __cxa_init_primary_exception(object, nullptr, nullptr);
}
