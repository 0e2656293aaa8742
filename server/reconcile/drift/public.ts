// Comparison of a device, for the other folders.
export { wireDriftItems } from "./drift-items.ts";
export { type DriftReport } from "./drift-report.ts";
export { inspectController } from "./inspect-controller.ts";
export { compareAndRecord, compareIfItCan, compareWithoutWriting } from "./record-comparison.ts";
