# Link the graphs of objects:
#
#   cmake -D OBJECTS=FILE -D OUTPUT=GRAPH -D EXTENSIONS=LIST -D COLLECT=CGCOLLECT;OPTION...
#         -P cgCallgraphMerge.cmake -- CGMERGE OPTION...
#
# FILE lists objects, one per line; GRAPH is the output. If there are no notes about a C or C++ file
# (EXTENSIONS), cgcollect never ran, and the graph would be of another program. Objects of other languages,
# such as assembler, are collected from their machine code by COLLECT. An object without a graph is
# uncollected code, which the linked graph records; notes of cgcollect about it are printed.
set(command "")
set(i 0)
while(NOT "${CMAKE_ARGV${i}}" STREQUAL "--")
    math(EXPR i "${i} + 1")
endwhile()
math(EXPR i "${i} + 1")
while(i LESS CMAKE_ARGC)
    list(APPEND command "${CMAKE_ARGV${i}}")
    math(EXPR i "${i} + 1")
endwhile()

list(JOIN EXTENSIONS "|" extensions)
string(REPLACE "+" "\\+" extensions "${extensions}")
file(STRINGS "${OBJECTS}" objects)
set(graphs "")
set(never "")
foreach(object IN LISTS objects)
    if(object MATCHES "\\.(gch|pch)$")
        continue() # a precompiled header, whose code is collected where it is included
    endif()
    # An older file belongs to a previous object, which was compiled with cgcollect.
    set(log "${object}.mcg.log")
    set(reported FALSE)
    if(EXISTS "${log}" AND "${log}" IS_NEWER_THAN "${object}")
        set(reported TRUE)
        file(STRINGS "${log}" notes)
        foreach(note IN LISTS notes)
            message("cg_callgraph: warning: ${note}")
        endforeach()
    endif()
    set(compiled FALSE)
    if(object MATCHES "\\.(${extensions})\\.[^.]+$")
        set(compiled TRUE)
    endif()
    set(current FALSE)
    if(EXISTS "${object}.mcg" AND "${object}.mcg" IS_NEWER_THAN "${object}")
        set(current TRUE)
    endif()
    if(NOT compiled AND NOT reported AND NOT current)
        execute_process(COMMAND ${COLLECT} "${object}" -o "${object}.mcg"
                        OUTPUT_QUIET ERROR_VARIABLE why RESULT_VARIABLE status)
        if(NOT status EQUAL 0)
            string(REGEX REPLACE "\n.*" "" why "${why}")
            message("cg_callgraph: warning: ${object}: not collected: ${why}")
            set(reported TRUE)
        else()
            set(current TRUE)
        endif()
    endif()
    if(current)
        string(APPEND graphs "${object}.mcg\n")
    elseif(compiled AND NOT reported)
        string(APPEND never "\n  ${object}")
    endif()
endforeach()
if(never)
    message(FATAL_ERROR "cg_callgraph: compiled without cgcollect; rebuild "
                        "from scratch (cmake --build DIR --clean-first):${never}")
endif()

file(WRITE "${OUTPUT}.graphs" "${graphs}")
execute_process(COMMAND ${command} "--files-from=${OUTPUT}.graphs" -o "${OUTPUT}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "cg_callgraph: cgmerge failed (${status})")
endif()
