// Comparison of a device, for the other folders.
export type { DriftReport } from "./compare-controller.ts";
export { wireDriftItems } from "./drift-items.ts";
export { inspectController } from "./inspect-controller.ts";
export { compareAndRecord, compareIfItCan, compareWithoutWriting } from "./record-comparison.ts";
