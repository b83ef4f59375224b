// Runs a file of device tests as a page would, under the unittest that its MicroPython brings.
//
//     node device_tests.mjs RUNTIME ROOT TEST       TEST: its name, of host_tests/device
//
// The last line that it prints: how many tests ran, failed, broke and were skipped.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [RUNTIME, ROOT, TEST] = process.argv.slice(2);
const FOLDERS = [
  ["firmware", "/lib/firmware"],
  ["host_tests/device", "/lib/host_tests/device"],
  ["tools/dev", "/lib/dev"],
];
const HEAP = 8 << 20; // bytes

const { loadMicroPython } = await import(pathToFileURL(`${RUNTIME}/micropython.mjs`));
const runtime = await loadMicroPython({
  url: `${RUNTIME}/micropython.wasm`,
  heapsize: HEAP,
  stdout: (line) => console.log(line),
  linebuffer: true,
});
for (const [from, to] of FOLDERS) {
  for (const name of fs.readdirSync(`${ROOT}/${from}`, { recursive: true })) {
    if (!name.endsWith(".py")) continue;
    runtime.FS.mkdirTree(path.posix.dirname(`${to}/${name}`));
    runtime.FS.writeFile(`${to}/${name}`, fs.readFileSync(`${ROOT}/${from}/${name}`));
  }
}
runtime.globals.set("name", TEST);
try {
  runtime.runPython(`
import sys, unittest
sys.path[:] = [".frozen", "/lib", "/lib/host_tests/device"]  # the root has a folder dev
suite = unittest.TestSuite(name)
suite._load_module(__import__(name))
ran = unittest.TestRunner().run(suite)
print(ran.testsRun, ran.failuresNum, ran.errorsNum, ran.skippedNum)
`);
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
}
