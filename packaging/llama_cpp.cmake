# Read by llama.cpp's build right after its project() line
# (CMAKE_ARGS=-DCMAKE_PROJECT_llama_cpp_INCLUDE=<this file>): leaves out what Evenhand never loads.
# Plain variables win over the options and forced cache entries that follow (policies CMP0077, CMP0126).
set(LLAVA_BUILD OFF)
set(LLAMA_BUILD_COMMON OFF)
set(LLAMA_BUILD_TESTS OFF)
set(LLAMA_BUILD_TOOLS OFF)
set(LLAMA_BUILD_EXAMPLES OFF)
set(LLAMA_BUILD_SERVER OFF)

# Fewer, larger compilation units: the same logits bit for bit, in less time on few cores.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
