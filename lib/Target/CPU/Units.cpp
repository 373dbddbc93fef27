//===- Units.cpp - the objects that a program is made of ------------------===//

#include "janus/Target/CPU/Units.h"
#include "janus/Target/CPU/Object.h"
#include "janus/Target/CPU/ObjectCache.h"
#include "janus/Target/CPU/Passes.h"
#include "janus/Target/Target.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>
#include <mutex>
#include <thread>

using namespace janus;
using namespace mlir;

/// How many digits a key has.
static constexpr size_t kKeySize = 64;

/// Whether other units see a kernel of this name: it is of one unit, and its
/// name says all of it.
static bool isKernel(Operation *op) {
  auto func = dyn_cast<LLVM::LLVMFuncOp>(op);
  return func && !func.isExternal() && func.getName().starts_with(cpu::kKernelPrefix);
}

/// Whether each unit may have a copy of its own.
static bool isCopyable(Operation *op) {
  auto isPrivate = [](LLVM::Linkage linkage) {
    return linkage == LLVM::Linkage::Internal || linkage == LLVM::Linkage::Private;
  };
  if (auto func = dyn_cast<LLVM::LLVMFuncOp>(op))
    return func.isExternal() || isPrivate(func.getLinkage());
  auto global = dyn_cast<LLVM::GlobalOp>(op);
  return global && global.getConstant() && isPrivate(global.getLinkage());
}

/// Hidden: seen by what it is linked with, and by nothing beyond.
static void exportKernel(LLVM::LLVMFuncOp kernel) {
  kernel.setLinkage(LLVM::Linkage::External);
  kernel.setVisibility_(LLVM::Visibility::Hidden);
  kernel.setDsoLocal(true);
}

/// Adds a declaration of the kernel; what it is for debuggers stands in its own unit. Not hidden, so that its address
/// is read from a table: a JIT may place units further apart than code reaches. A static linker, which knows better,
/// takes the table out.
static void declareKernel(OpBuilder &builder, LLVM::LLVMFuncOp kernel) {
  auto declaration = cast<LLVM::LLVMFuncOp>(builder.insert(kernel->cloneWithoutRegions()));
  declaration->setLoc(builder.getUnknownLoc());
  declaration.setLinkage(LLVM::Linkage::External);
}

/// Everything a kernel needs in its unit, itself first; empty if it uses what
/// no unit may have a copy of.
static llvm::SetVector<Operation *> collectUses(Operation *kernel, SymbolTable &symbols) {
  llvm::SetVector<Operation *> used;
  used.insert(kernel);
  for (size_t i = 0; i < used.size(); ++i) {
    if (i > 0 && isKernel(used[i]))
      continue; // called in its own unit
    if (i > 0 && !isCopyable(used[i]))
      return {};
    auto uses = SymbolTable::getSymbolUses(used[i]);
    if (!uses)
      return {};
    for (SymbolTable::SymbolUse use : *uses) {
      Operation *symbol = symbols.lookup(use.getSymbolRef().getRootReference());
      if (!symbol)
        return {};
      used.insert(symbol);
    }
  }
  return used;
}

static OwningOpRef<ModuleOp> makeUnit(ModuleOp module) {
  OwningOpRef<ModuleOp> unit = ModuleOp::create(module.getLoc());
  (*unit)->setAttrs(module->getAttrs());
  (*unit)->removeAttr(SymbolTable::getSymbolAttrName());
  return unit;
}

SmallVector<OwningOpRef<ModuleOp>> cpu::splitKernels(ModuleOp module) {
  SmallVector<OwningOpRef<ModuleOp>> units;
  units.push_back(makeUnit(module));
  SymbolTable symbols(module);
  OpBuilder driver = OpBuilder::atBlockEnd(units[0]->getBody());
  for (Operation &op : *module.getBody()) {
    llvm::SetVector<Operation *> used;
    if (isKernel(&op))
      used = collectUses(&op, symbols);
    if (used.empty()) {
      Operation *kept = driver.clone(op);
      // Units that call it find it here.
      if (isKernel(&op))
        exportKernel(cast<LLVM::LLVMFuncOp>(kept));
      continue;
    }
    declareKernel(driver, cast<LLVM::LLVMFuncOp>(op));
    OwningOpRef<ModuleOp> unit = makeUnit(module);
    OpBuilder builder = OpBuilder::atBlockEnd(unit->getBody());
    exportKernel(cast<LLVM::LLVMFuncOp>(builder.clone(op)));
    for (Operation *symbol : llvm::drop_begin(used))
      if (isKernel(symbol))
        declareKernel(builder, cast<LLVM::LLVMFuncOp>(symbol));
      else
        builder.clone(*symbol);
    units.push_back(std::move(unit));
  }
  return units;
}

namespace {

/// A unit on its way to an object. Its LLVM module has a context of its own, so
/// that units can be compiled at once.
struct Job {
  std::string key;
  std::string object;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> ir;
  bool done = false;

  void run(llvm::TargetMachine &machine, unsigned optLevel) {
    cpu::optimize(*ir, machine, optLevel);
    SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    done = cpu::write(*ir, machine, cpu::OutputKind::Object, stream);
    object.assign(bytes.begin(), bytes.end());
    ir.reset();
  }
};

/// LLVM's machines for one target and level, to be used again: making one and the tables of its processor takes longer
/// than a small unit takes to compile. One is in use by one thread at a time.
class Machines {
public:
  Machines(ModuleOp module, TargetAttr target, unsigned optLevel)
      : module(module), target(target), optLevel(optLevel),
        key((Twine(optLevel) + " " + target.getTriple() + " " + target.getCpu() + " " + target.getFeatures()).str()) {}
  ~Machines() {
    std::lock_guard<std::mutex> guard(lock());
    for (std::unique_ptr<llvm::TargetMachine> &machine : taken)
      if (idle().size() < kMostIdle)
        idle().emplace_back(key, std::move(machine));
  }

  /// So many of them; failure after an error on the module.
  FailureOr<ArrayRef<std::unique_ptr<llvm::TargetMachine>>> take(size_t count) {
    while (taken.size() < count) {
      std::unique_ptr<llvm::TargetMachine> machine = takeIdle();
      if (!machine && !(machine = cpu::createTargetMachine(module, target, optLevel)))
        return failure();
      taken.push_back(std::move(machine));
    }
    return ArrayRef(taken);
  }

private:
  static constexpr size_t kMostIdle = 16;

  // Never destroyed: a thread may still compile when the process ends.
  static std::mutex &lock() {
    static auto *mutex = new std::mutex;
    return *mutex;
  }
  static std::vector<std::pair<std::string, std::unique_ptr<llvm::TargetMachine>>> &idle() {
    static auto *machines = new std::vector<std::pair<std::string, std::unique_ptr<llvm::TargetMachine>>>;
    return *machines;
  }

  std::unique_ptr<llvm::TargetMachine> takeIdle() {
    std::lock_guard<std::mutex> guard(lock());
    auto found = llvm::find_if(idle(), [&](const auto &entry) { return entry.first == key; });
    if (found == idle().end())
      return nullptr;
    std::unique_ptr<llvm::TargetMachine> machine = std::move(found->second);
    idle().erase(found);
    return machine;
  }

  ModuleOp module;
  TargetAttr target;
  unsigned optLevel;
  std::string key;
  std::vector<std::unique_ptr<llvm::TargetMachine>> taken;
};

} // namespace

/// Runs the jobs on one thread for each machine.
static void runJobs(ArrayRef<Job *> jobs, ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines, unsigned optLevel) {
  std::atomic<size_t> next = 0;
  auto work = [&](llvm::TargetMachine &machine) {
    for (size_t i = next++; i < jobs.size(); i = next++)
      jobs[i]->run(machine, optLevel);
  };
  std::vector<std::thread> threads;
  for (const auto &machine : machines.drop_front())
    threads.emplace_back(work, std::ref(*machine));
  work(*machines.front());
  for (std::thread &thread : threads)
    thread.join();
}

FailureOr<std::vector<std::string>> cpu::compileToObjects(ModuleOp module, unsigned optLevel, ObjectCache *cache,
                                                          StringRef program) {
  TargetAttr target = getOrSetTarget(module);
  if (!target)
    return failure();
  // What is made quickly and not kept is one piece: nobody else asks for its kernels, and each piece costs a pipeline.
  bool whole = !cache && optLevel == 0;
  SmallVector<OwningOpRef<ModuleOp>> split;
  if (!whole)
    split = splitKernels(module);
  SmallVector<ModuleOp> units = llvm::map_to_vector(split, [](auto &unit) { return *unit; });
  if (whole)
    units.push_back(module);
  std::vector<Job> jobs(units.size());
  SmallVector<Job *> missing;
  Machines machines(module, target, optLevel);
  for (auto [unit, job] : llvm::zip(units, jobs)) {
    if (cache) {
      job.key = ObjectCache::keyOf(unit, optLevel);
      if (std::optional<std::string> object = cache->load(job.key)) {
        job.object = std::move(*object);
        continue;
      }
    }
    // MLIR's part, in this thread: its errors are this thread's.
    auto machine = machines.take(1);
    if (failed(machine))
      return failure();
    job.ir = translate(unit, job.context, *machine->front());
    if (!job.ir)
      return failure();
    missing.push_back(&job);
  }
  if (!missing.empty()) {
    size_t threads = std::min<size_t>(missing.size(), llvm::hardware_concurrency().compute_thread_count());
    auto all = machines.take(threads);
    if (failed(all))
      return failure();
    runJobs(missing, *all, optLevel);
  }
  for (Job *job : missing) {
    if (!job->done)
      return module.emitError() << "LLVM cannot write objects for " << target.getTriple();
    if (cache)
      cache->store(job->key, job->object);
  }
  std::vector<std::string> objects;
  std::string keys;
  for (Job &job : jobs) {
    objects.push_back(std::move(job.object));
    keys += job.key;
  }
  if (cache && !program.empty())
    cache->store(program, keys);
  return objects;
}

std::optional<std::vector<std::string>> cpu::loadObjects(ObjectCache &cache, StringRef program) {
  std::optional<std::string> keys = cache.load(program);
  if (!keys || keys->empty() || keys->size() % kKeySize)
    return std::nullopt;
  std::vector<std::string> objects;
  for (StringRef rest = *keys; !rest.empty(); rest = rest.drop_front(kKeySize)) {
    std::optional<std::string> object = cache.load(rest.take_front(kKeySize));
    if (!object)
      return std::nullopt;
    objects.push_back(std::move(*object));
  }
  return objects;
}

std::string cpu::programKey(ModuleOp module, StringRef how, unsigned optLevel) {
  std::string text = "program " + how.str() + " for ";
  llvm::raw_string_ostream stream(text);
  TargetAttr target = getTarget(module);
  stream << (target ? target : targetFromHost(module.getContext()));
  return ObjectCache::keyOf(module, optLevel, text);
}
