//===- ObjectCacheTest.cpp - what is not intact is a miss -------------------===//

#include "janus/Target/CPU/ObjectCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using janus::cpu::ObjectCache;

namespace {

class ObjectCacheTest : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("janus-cache", directory)); }
  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  static std::string key(char digit) { return std::string(64, digit); }

  std::string read(const std::string &path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  void write(const std::string &path, llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    stream << bytes;
  }

  llvm::SmallString<128> directory;
};

TEST_F(ObjectCacheTest, KeepsObjects) {
  ObjectCache cache(directory.str().str());
  EXPECT_FALSE(cache.load(key('a')));
  EXPECT_TRUE(cache.store(key('a'), llvm::StringRef("obj\0ect", 7)));
  EXPECT_EQ(cache.load(key('a')), std::string("obj\0ect", 7));
  EXPECT_FALSE(cache.load(key('b')));
  EXPECT_EQ(ObjectCache(directory.str().str()).load(key('a')), std::string("obj\0ect", 7));
}

TEST_F(ObjectCacheTest, EveryFlippedBitIsAMiss) {
  ObjectCache cache(directory.str().str());
  ASSERT_TRUE(cache.store(key('a'), "an object of some bytes"));
  std::string path = cache.pathOf(key('a')), good = read(path);
  for (size_t i = 0; i < good.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] ^= char(1 << bit);
      write(path, bad);
      EXPECT_FALSE(cache.load(key('a'))) << "byte " << i << " bit " << bit;
      // Put aside, so the next store starts clean.
      EXPECT_FALSE(llvm::sys::fs::exists(path));
    }
  ASSERT_TRUE(cache.store(key('a'), "new"));
  EXPECT_EQ(cache.load(key('a')), "new");
}

TEST_F(ObjectCacheTest, EveryTruncationAndExtensionIsAMiss) {
  ObjectCache cache(directory.str().str());
  ASSERT_TRUE(cache.store(key('a'), "an object"));
  std::string path = cache.pathOf(key('a')), good = read(path);
  for (size_t size = 0; size < good.size(); ++size) {
    write(path, llvm::StringRef(good).take_front(size));
    EXPECT_FALSE(cache.load(key('a'))) << size;
  }
  write(path, good + "x");
  EXPECT_FALSE(cache.load(key('a')));
}

TEST_F(ObjectCacheTest, AnotherKeysEntryIsAMiss) {
  ObjectCache cache(directory.str().str());
  ASSERT_TRUE(cache.store(key('a'), "object of a"));
  ASSERT_EQ(rename(cache.pathOf(key('a')).c_str(), cache.pathOf(key('b')).c_str()), 0);
  EXPECT_FALSE(cache.load(key('b')));
}

TEST_F(ObjectCacheTest, WhatIsNoPlainFileIsAMiss) {
  ObjectCache cache(directory.str().str());
  ASSERT_TRUE(cache.store(key('a'), "object"));
  std::string elsewhere = cache.pathOf(key('a')) + ".elsewhere";
  ASSERT_EQ(rename(cache.pathOf(key('a')).c_str(), elsewhere.c_str()), 0);
  ASSERT_EQ(symlink(elsewhere.c_str(), cache.pathOf(key('a')).c_str()), 0);
  EXPECT_FALSE(cache.load(key('a')));
  ASSERT_EQ(mkdir(cache.pathOf(key('c')).c_str(), 0700), 0);
  EXPECT_FALSE(cache.load(key('c')));
  EXPECT_FALSE(cache.store(key('c'), "object"));
}

TEST_F(ObjectCacheTest, KeysAreDigests) {
  ObjectCache cache(directory.str().str());
  EXPECT_FALSE(cache.store("../escape", "object"));
  EXPECT_FALSE(cache.load("../escape"));
}

TEST_F(ObjectCacheTest, DirectoriesOthersWriteToAreNotUsed) {
  ASSERT_EQ(chmod(directory.c_str(), 0777), 0);
  ObjectCache cache(directory.str().str());
  EXPECT_FALSE(cache.store(key('a'), "object"));
  EXPECT_FALSE(ObjectCache("").store(key('a'), "object"));
  EXPECT_FALSE(ObjectCache("/proc/no/such/place").store(key('a'), "object"));
}

TEST_F(ObjectCacheTest, DropsWhatWasNotUsedForLongest) {
  std::string object(1000, 'o');
  ObjectCache cache(directory.str().str(), 5000);
  for (char digit : {'0', '1', '2', '3'}) {
    ASSERT_TRUE(cache.store(key(digit), object));
    struct timespec times[2] = {{digit, 0}, {digit, 0}};
    utimensat(AT_FDCWD, cache.pathOf(key(digit)).c_str(), times, 0);
  }
  EXPECT_TRUE(cache.load(key('0'))); // used now, so 1 is the oldest
  ASSERT_TRUE(cache.store(key('4'), object));
  EXPECT_FALSE(cache.load(key('1')));
  EXPECT_TRUE(cache.load(key('0')));
  EXPECT_TRUE(cache.load(key('4')));
  EXPECT_FALSE(cache.store(key('5'), std::string(10000, 'o')));
}

TEST_F(ObjectCacheTest, WritersAtOnceLeaveWholeEntries) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      ObjectCache cache(directory.str().str());
      for (int i = 0; i < 25; ++i) {
        EXPECT_TRUE(cache.store(key('a'), std::string(10000, 'o')));
        EXPECT_EQ(cache.load(key('a')), std::string(10000, 'o'));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_FALSE(llvm::sys::fs::exists(ObjectCache(directory.str().str()).pathOf(key('a')) + ".bad"));
}

} // namespace
