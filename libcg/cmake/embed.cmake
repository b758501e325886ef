# Make a C source of a text file: cmake -D INPUT=... -D OUTPUT=... -D NAME=... -P embed.cmake
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "................................" "\\0\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <stddef.h>
extern const char ${NAME}_text[];
extern const size_t ${NAME}_length;
const char ${NAME}_text[] = {
${bytes}
};
const size_t ${NAME}_length = sizeof ${NAME}_text;
")
