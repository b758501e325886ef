# Find libclang's C interface.
#
#   LLVM_VERSION          ask for one major version; otherwise the highest found is taken
#
#   LibClang_FOUND, LibClang_VERSION
#   LibClang_RESOURCE_DIR where this version keeps its own headers, "" when not found
#   LibClang::LibClang    the library

set(_libclang_majors 22 21 20 19 18 17 16)
if(LLVM_VERSION)
    set(_libclang_majors ${LLVM_VERSION})
endif()

set(_libclang_prefixes "")
foreach(_major IN LISTS _libclang_majors)
    find_program(LLVM_CONFIG_${_major} llvm-config-${_major})
    mark_as_advanced(LLVM_CONFIG_${_major})
    if(LLVM_CONFIG_${_major})
        execute_process(COMMAND ${LLVM_CONFIG_${_major}} --prefix OUTPUT_VARIABLE _prefix
                        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        list(APPEND _libclang_prefixes ${_prefix})
    endif()
    list(APPEND _libclang_prefixes /usr/lib/llvm-${_major} /usr/lib64/llvm${_major}
         /opt/homebrew/opt/llvm@${_major})
endforeach()
find_program(LLVM_CONFIG llvm-config)
mark_as_advanced(LLVM_CONFIG)
if(LLVM_CONFIG AND NOT LLVM_VERSION)
    execute_process(COMMAND ${LLVM_CONFIG} --prefix OUTPUT_VARIABLE _prefix
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    list(APPEND _libclang_prefixes ${_prefix})
endif()

# One prefix at a time, so that header and library are of the same version.
foreach(_prefix IN LISTS _libclang_prefixes)
    if(NOT LibClang_LIBRARY OR NOT LibClang_INCLUDE_DIR)
        unset(LibClang_LIBRARY CACHE)
        unset(LibClang_INCLUDE_DIR CACHE)
        find_library(LibClang_LIBRARY clang PATHS ${_prefix}/lib NO_DEFAULT_PATH)
        find_path(LibClang_INCLUDE_DIR clang-c/Index.h PATHS ${_prefix}/include NO_DEFAULT_PATH)
        set(LibClang_PREFIX ${_prefix} CACHE INTERNAL "")
    endif()
endforeach()
if(NOT LLVM_VERSION)
    find_library(LibClang_LIBRARY clang)
    find_path(LibClang_INCLUDE_DIR clang-c/Index.h)
endif()

set(LibClang_VERSION "")
set(LibClang_RESOURCE_DIR "")
if(LibClang_PREFIX MATCHES "llvm[-@]?([0-9]+)$")
    set(LibClang_VERSION ${CMAKE_MATCH_1})
endif()
file(GLOB _resources ${LibClang_PREFIX}/lib/clang/*/include/stddef.h)
if(_resources)
    list(GET _resources 0 _resource)
    get_filename_component(_resource ${_resource} DIRECTORY)
    get_filename_component(LibClang_RESOURCE_DIR ${_resource} DIRECTORY)
    if(NOT LibClang_VERSION AND LibClang_RESOURCE_DIR MATCHES "/([0-9]+)[0-9.]*$")
        set(LibClang_VERSION ${CMAKE_MATCH_1})
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang
    REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR
    VERSION_VAR LibClang_VERSION
    REASON_FAILURE_MESSAGE "install libclang-19-dev (16 or newer), or use -DCG_COLLECT=OFF")

if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
    add_library(LibClang::LibClang UNKNOWN IMPORTED)
    set_target_properties(LibClang::LibClang PROPERTIES
        IMPORTED_LOCATION ${LibClang_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${LibClang_INCLUDE_DIR})
endif()
mark_as_advanced(LibClang_LIBRARY LibClang_INCLUDE_DIR)
