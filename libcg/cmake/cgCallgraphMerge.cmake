# Link the graphs beside objects:
#
#   cmake -D OBJECTS=FILE -D OUTPUT=GRAPH -D EXTENSIONS=LIST -P cgCallgraphMerge.cmake -- CGMERGE OPTION...
#
# FILE lists objects, one a line; GRAPH is what to make. An object without a graph is code that is
# not known, which the linked graph says; what cgcollect noted of it is told. That it noted nothing of
# a C or C++ file (EXTENSIONS) means that it never ran, and the graph would be of another program.
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
    # What is older is of another object, which was compiled with cgcollect once.
    set(log "${object}.mcg.log")
    set(told FALSE)
    if(EXISTS "${log}" AND "${log}" IS_NEWER_THAN "${object}")
        set(told TRUE)
        file(STRINGS "${log}" notes)
        foreach(note IN LISTS notes)
            message("cg_callgraph: warning: ${note}")
        endforeach()
    endif()
    if(EXISTS "${object}.mcg" AND "${object}.mcg" IS_NEWER_THAN "${object}")
        string(APPEND graphs "${object}.mcg\n")
    elseif(object MATCHES "\\.(${extensions})\\.[^.]+$" AND NOT told)
        string(APPEND never "\n  ${object}")
    elseif(NOT told)
        message("cg_callgraph: warning: ${object}: not collected: neither C nor C++")
    endif()
endforeach()
if(never)
    message(FATAL_ERROR "cg_callgraph: compiled without their graphs being made; build once more "
                        "from the start (cmake --build DIR --clean-first):${never}")
endif()

file(WRITE "${OUTPUT}.graphs" "${graphs}")
execute_process(COMMAND ${command} "--files-from=${OUTPUT}.graphs" -o "${OUTPUT}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "cg_callgraph: cgmerge failed (${status})")
endif()
