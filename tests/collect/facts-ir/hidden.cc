/* What code loaded at run time can name. */
__attribute__((visibility("hidden"))) void hidden() {}
void shown() {}
__attribute__((visibility("hidden"))) void (*hidden_pointer)() = hidden;
void (*shown_pointer)() = shown;
