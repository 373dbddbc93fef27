//===- Target.cpp - the machine that code is made for ---------------------===//

#include "janus/Target/Target.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <mutex>
#include <optional>

using namespace janus;
using namespace mlir;

namespace {

/// Cache sizes in bytes by level; 0 where unknown.
struct Caches {
  unsigned l1 = 0, l2 = 0, l3 = 0;
};

} // namespace

/// What a machine of which only the instruction set is known can be expected
/// to have: the smallest of the common ones.
static constexpr Caches kCommonCaches = {32 << 10, 512 << 10, 8 << 20};

/// The text of a small file of sysfs without its newline, or "".
static std::string readLine(const Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream(path);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}

/// Bytes of a size as sysfs writes it: 48K, 1024K, 32M.
static unsigned parseSize(StringRef text) {
  unsigned unit = text.consume_back("K") ? 1 << 10 : text.consume_back("M") ? 1 << 20 : 1;
  unsigned value = 0;
  return text.getAsInteger(10, value) ? 0 : value * unit;
}

static Caches hostCaches() {
  Caches caches;
  for (int i = 0; i < 8; ++i) {
    std::string directory = ("/sys/devices/system/cpu/cpu0/cache/index" + Twine(i) + "/").str();
    std::string type = readLine(directory + "type");
    if (type.empty())
      break;
    if (type == "Instruction")
      continue;
    unsigned size = parseSize(readLine(directory + "size"));
    std::string level = readLine(directory + "level");
    (level == "1" ? caches.l1 : level == "2" ? caches.l2 : caches.l3) = size;
  }
  caches.l1 = caches.l1 ? caches.l1 : kCommonCaches.l1;
  caches.l2 = caches.l2 ? caches.l2 : kCommonCaches.l2;
  caches.l3 = caches.l3 ? caches.l3 : caches.l2;
  return caches;
}

/// Width in bits and number of the vector registers.
static std::pair<unsigned, unsigned> vectorRegisters(const llvm::Triple &triple,
                                                     const llvm::MCSubtargetInfo &subtarget) {
  if (!triple.isX86())
    return {128, 32};
  if (subtarget.checkFeatures("+avx512f,+avx512vl,+avx512bw,+avx512dq"))
    return {512, 32};
  if (subtarget.checkFeatures("+avx2,+fma"))
    return {256, 16};
  return {128, 16};
}

void janus::initializeCPUTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

/// What is known of a processor's vectors; looked up once, as LLVM's tables of a processor take long to make.
static std::optional<std::pair<unsigned, unsigned>>
lookUpVectors(const llvm::Target &target, const llvm::Triple &triple, StringRef cpu, StringRef features) {
  static std::mutex mutex;
  static auto *known = new llvm::StringMap<std::pair<unsigned, unsigned>>;
  std::lock_guard<std::mutex> guard(mutex);
  std::string key = (cpu + " " + features).str();
  auto found = known->find(key);
  if (found != known->end())
    return found->second;
  // An empty CPU first: LLVM prints a warning of its own for an unknown one.
  std::unique_ptr<llvm::MCSubtargetInfo> generic(target.createMCSubtargetInfo(triple, "", ""));
  if (!generic || !generic->isCPUStringValid(cpu))
    return std::nullopt;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target.createMCSubtargetInfo(triple, cpu, features));
  return known->try_emplace(key, vectorRegisters(triple, *subtarget)).first->second;
}

static TargetAttr makeTarget(MLIRContext *context, StringRef cpu, StringRef features, Caches caches, unsigned cores,
                             llvm::function_ref<InFlightDiagnostic()> emitError) {
  initializeCPUTargets();
  context->getOrLoadDialect<JanusDialect>(); // a module of another level may not have
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    emitError() << "no code generator for " << triple.str() << ": " << error;
    return {};
  }
  auto vectors = lookUpVectors(*target, triple, cpu, features);
  if (!vectors) {
    emitError() << "unknown cpu '" << cpu << "' for " << triple.getArchName()
                << "; expected a name LLVM knows, such as x86-64-v3, or 'host'";
    return {};
  }
  // A tool that read a module without any op of the dialect has not loaded it.
  context->getOrLoadDialect<JanusDialect>();
  auto [bits, registers] = *vectors;
  return TargetAttr::get(context, triple.str(), cpu, features, bits, registers, caches.l1, caches.l2, caches.l3, cores);
}

/// What LLVM finds on this machine, looked at once: it asks the system each time.
static const std::pair<std::string, unsigned> &hostFeaturesAndCores() {
  static const auto found = [] {
    SmallVector<std::string> features;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.push_back((feature.second ? "+" : "-") + feature.first().str());
    // The map's order is that of its hashes; targets are compared and keyed.
    llvm::sort(features);
    return std::pair<std::string, unsigned>(llvm::join(features, ","), std::max(1, llvm::get_physical_cores()));
  }();
  return found;
}

TargetAttr janus::targetFromHost(MLIRContext *context) {
  static const Caches caches = hostCaches();
  static const std::string cpu = llvm::sys::getHostCPUName().str();
  const auto &[features, cores] = hostFeaturesAndCores();
  return makeTarget(context, cpu, features, caches, cores, [&] { return mlir::emitError(UnknownLoc::get(context)); });
}

TargetAttr janus::targetFromName(MLIRContext *context, StringRef name,
                                 llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (name == "host" || name == "cpu" || name.empty())
    return targetFromHost(context);
  StringRef cpu = name;
  if (!cpu.consume_front("cpu:") || cpu.empty()) {
    emitError() << "unknown target '" << name << "'; expected 'host' or 'cpu:<name>', such as cpu:x86-64-v3";
    return {};
  }
  if (cpu == "host")
    return targetFromHost(context);
  return makeTarget(context, cpu, "", kCommonCaches, /*cores=*/1, emitError);
}

TargetAttr janus::getTarget(ModuleOp module) { return module->getAttrOfType<TargetAttr>(kTargetAttrName); }

TargetAttr janus::getOrSetTarget(ModuleOp module) {
  TargetAttr target = getTarget(module);
  if (!target) {
    target = targetFromHost(module.getContext());
    if (target)
      module->setAttr(kTargetAttrName, target);
  }
  return target;
}
