# One clang build serves sanitized tests and fuzzing. Only the folders that read what users write tell libFuzzer
# where they have been: elsewhere that costs a fifth of the build and of the tests, and no input depends on it.
set(scree_fuzzed base io formula case build study verify)
function(scree_tell_fuzzer target folder)
  if(SCREE_SANITIZE STREQUAL "address" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND folder IN_LIST scree_fuzzed)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
if(SCREE_SANITIZE STREQUAL "address")
  target_compile_options(scree_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(scree_flags INTERFACE -fsanitize=address,undefined)
  # The frames that AddressSanitizer lays out are aligned to 32 bytes only (GCC bug 110027, LLVM issue
  # 91565): a 64-byte move to or from one of them crashes. So these builds go without AVX-512.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(scree_flags INTERFACE -mno-avx512f)
  endif()
elseif(SCREE_SANITIZE STREQUAL "thread")
  # By clang with its own OpenMP, whose tool Archer tells the sanitizer what a barrier is; GCC's does not
  # and raises false alarms.
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "SCREE_SANITIZE=thread needs clang: ./scree install sanitize")
  endif()
  target_compile_options(scree_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  # The sanitizer passes over accesses wider than 16 bytes: lanes go by calls of memcpy, which it sees.
  target_compile_options(scree_flags INTERFACE -fno-builtin-memcpy)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(scree_flags INTERFACE -mno-avx512f)
  endif()
  target_link_options(scree_flags INTERFACE -fsanitize=thread)
elseif(SCREE_SANITIZE)
  message(FATAL_ERROR "SCREE_SANITIZE is address or thread, not ${SCREE_SANITIZE}")
endif()
