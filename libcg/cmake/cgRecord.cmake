# Targets whose calls cgrecord can record.
#
#   cg_record(TARGET... [AFTER_INLINING] [EXCLUDE_FILES TEXT...] [EXCLUDE_FUNCTIONS TEXT...])
#   cg_record(TARGET... XRAY [THRESHOLD N])
#
# compiles the sources of each TARGET with -finstrument-functions, or with -fxray-instrument. Run the
# program with `cgrecord -- PROGRAM`; without cgrecord the hooks do nothing.
#
#   AFTER_INLINING          leave out functions that are inlined (Clang)
#   EXCLUDE_FILES TEXT...   leave out functions in files whose path has one of the texts (GCC)
#   EXCLUDE_FUNCTIONS ...   leave out functions whose name has one of the texts (GCC)
#   XRAY                    places that cgrecord patches, instead of hooks (Clang)
#   THRESHOLD N             leave out functions of less than N instructions without a loop (default: 1,
#                           that is none)
function(_cg_hook_options out after_inlining files functions)
    set(clang "$<OR:$<COMPILE_LANG_AND_ID:C,Clang>,$<COMPILE_LANG_AND_ID:CXX,Clang>>")
    set(gcc "$<OR:$<COMPILE_LANG_AND_ID:C,GNU>,$<COMPILE_LANG_AND_ID:CXX,GNU>>")
    set(options -finstrument-functions)
    if(after_inlining)
        set(options "$<IF:${clang},-finstrument-functions-after-inlining,${options}>")
    endif()
    foreach(what file function)
        foreach(text IN LISTS ${what}s)
            list(APPEND options "$<${gcc}:-finstrument-functions-exclude-${what}-list=${text}>")
        endforeach()
    endforeach()
    set(${out} "${options}" PARENT_SCOPE)
endfunction()

# The runtime of XRay is linked into executables by the same flag.
function(_cg_xray_target target threshold)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    foreach(language IN LISTS languages)
        if(language MATCHES "^(C|CXX)$" AND NOT CMAKE_${language}_COMPILER_ID MATCHES "Clang")
            message(FATAL_ERROR "cg_record: XRAY needs Clang, and the compiler of ${language} is "
                                "${CMAKE_${language}_COMPILER_ID}")
        endif()
    endforeach()
    set(flags -fxray-instrument -fxray-instruction-threshold=${threshold})
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:${flags}>")
    target_link_options(${target} PRIVATE -fxray-instrument)
endfunction()

function(cg_record)
    cmake_parse_arguments(PARSE_ARGV 0 own "AFTER_INLINING;XRAY" "THRESHOLD"
                          "EXCLUDE_FILES;EXCLUDE_FUNCTIONS")
    if(NOT own_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "cg_record: give targets: cg_record(TARGET...)")
    endif()
    if(own_XRAY AND (own_AFTER_INLINING OR own_EXCLUDE_FILES OR own_EXCLUDE_FUNCTIONS))
        message(FATAL_ERROR "cg_record: XRAY takes THRESHOLD and nothing else; choose functions with "
                            "cgrecord --filter")
    endif()
    if(NOT DEFINED own_THRESHOLD)
        set(own_THRESHOLD 1)
    elseif(NOT own_XRAY)
        message(FATAL_ERROR "cg_record: THRESHOLD needs XRAY")
    endif()
    _cg_hook_options(options "${own_AFTER_INLINING}" "${own_EXCLUDE_FILES}"
                     "${own_EXCLUDE_FUNCTIONS}")
    foreach(target IN LISTS own_UNPARSED_ARGUMENTS)
        if(NOT TARGET ${target})
            message(FATAL_ERROR "cg_record: there is no target ${target}")
        elseif(own_XRAY)
            _cg_xray_target(${target} ${own_THRESHOLD})
        else()
            target_compile_options(${target} PRIVATE ${options})
        endif()
    endforeach()
endfunction()
