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
    if(EXISTS "${object}.mcg.log")
        file(STRINGS "${object}.mcg.log" notes)
        foreach(note IN LISTS notes)
            message("cg_callgraph: warning: ${note}")
        endforeach()
    endif()
    if(EXISTS "${object}.mcg")
        string(APPEND graphs "${object}.mcg\n")
    elseif(EXISTS "${object}.mcg.log")
        # told above
    elseif(object MATCHES "\\.(${extensions})\\.[^.]+$")
        string(APPEND never "\n  ${object}")
    else()
        message("cg_callgraph: warning: ${object}: not collected: neither C nor C++")
    endif()
endforeach()
if(never)
    message(FATAL_ERROR "cg_callgraph: compiled before their graphs were asked for; build once more "
                        "from the start (cmake --build DIR --clean-first):${never}")
endif()

file(WRITE "${OUTPUT}.graphs" "${graphs}")
execute_process(COMMAND ${command} "--files-from=${OUTPUT}.graphs" -o "${OUTPUT}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "cg_callgraph: cgmerge failed (${status})")
endif()
