// Notes as text and as HTML.
#include "notes.h"

#include <cstdio>

class Renderer {
public:
    virtual ~Renderer() { std::puts("--"); }
    virtual void note(const char *text) = 0;
};

class Text : public Renderer {
public:
    void note(const char *text) override { std::printf("- %s\n", text); }
};

class Html : public Renderer {
public:
    void note(const char *text) override { std::printf("<li>%s</li>\n", text); }
};

class Xml : public Renderer { // nothing makes one
public:
    void note(const char *text) override { std::printf("<note>%s</note>\n", text); }
};

static void render_all(Renderer &renderer, const struct note *notes)
{
    for (; notes; notes = notes->next) {
        renderer.note(notes->text);
    }
}

extern "C" void render(const struct note *notes, int as_html)
{
    if (as_html) {
        Html html;
        render_all(html, notes);
    } else {
        Text text;
        render_all(text, notes);
    }
}
