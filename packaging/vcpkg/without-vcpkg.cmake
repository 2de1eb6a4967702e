# Runs the portfile where there is no vcpkg, whose functions are put in place as far as the portfile uses them:
#   cmake -D CURRENT_PACKAGES_DIR=FOLDER -D VCPKG_LIBRARY_LINKAGE=static -P packaging/vcpkg/without-vcpkg.cmake
cmake_minimum_required(VERSION 3.21)
set(PORT astragal)
set(TARGET_TRIPLET here)

function(vcpkg_execute_required_process)
    cmake_parse_arguments(ASKED "" "WORKING_DIRECTORY;LOGNAME" "COMMAND" ${ARGN})
    execute_process(COMMAND ${ASKED_COMMAND} WORKING_DIRECTORY "${ASKED_WORKING_DIRECTORY}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_replace_string file from to)
    file(READ "${file}" text)
    string(REPLACE "${from}" "${to}" changed "${text}")
    if(changed STREQUAL text)
        message(FATAL_ERROR "${file} holds no ${from}")
    endif()
    file(WRITE "${file}" "${changed}")
endfunction()

function(vcpkg_fixup_pkgconfig)
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/astragal.pc")
        message(FATAL_ERROR "there is no file for pkg-config")
    endif()
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(ASKED "" "" "FILE_LIST" ${ARGN})
    foreach(file IN LISTS ASKED_FILE_LIST)
        file(READ "${file}" text)
        file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}\n")
    endforeach()
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/portfile.cmake")
