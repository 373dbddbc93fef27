// What CMake hangs the precompiled headers on.
