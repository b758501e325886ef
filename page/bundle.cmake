# Make a C source of the page: cmake -D FOLDER=... -D AWK=... -D OUTPUT=... -P bundle.cmake
#
# modules.txt lists the modules; bundle.awk says how they become one script.
file(STRINGS ${FOLDER}/modules.txt modules)
list(TRANSFORM modules PREPEND ${FOLDER}/js/)
execute_process(COMMAND ${AWK} -f ${FOLDER}/bundle.awk ${modules}
    OUTPUT_FILE ${OUTPUT}.js COMMAND_ERROR_IS_FATAL ANY)

function(write name file)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "................................" "\\0\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    file(APPEND ${OUTPUT}.new "extern const char page_${name}_text[];
extern const size_t page_${name}_length;
const char page_${name}_text[] = {
${bytes}
};
const size_t page_${name}_length = sizeof page_${name}_text;
")
endfunction()
file(WRITE ${OUTPUT}.new "#include <stddef.h>\n")
write(script ${OUTPUT}.js)
write(style ${FOLDER}/style.css)
write(body ${FOLDER}/body.html)
file(RENAME ${OUTPUT}.new ${OUTPUT})
