// Runs the read-only kit in limited time, beside the portal's own work with the controller.
import { EXAMINATION_SECONDS } from "#contract/limits.ts";
import type { DeviceError, DeviceErrorCode } from "../../errors.ts";
import type { Examination, ExaminationLimits } from "../../examination.ts";
import type { DeviceConnection } from "../../port.ts";
import type { DriverOptions } from "../../transport.ts";
import { runFieldKit } from "./field-kit.ts";
import { findingsOf } from "./findings.ts";

/** Errors of the right unit that answers in a form which the driver does not accept. Such a unit gets a verdict and, above all, a transcript. */
const ANSWERED: ReadonlySet<DeviceErrorCode> = new Set([
  "unsupported_firmware",
  "nonsense_reply",
  "reply_too_large",
  "device_failed",
  "device_fault",
  "item_not_found",
]);

/** Examines a unit and changes nothing. Throws DeviceError when no unit could be asked, and errors of `beforeCall`. */
export async function examineAxisController(
  connection: DeviceConnection,
  options: DriverOptions,
  { beforeCall, signal }: ExaminationLimits,
): Promise<Examination> {
  const over = new AbortController();
  const late = new AbortController();
  const timer = options.clock.wait(EXAMINATION_SECONDS * 1000, over.signal).then(
    () => late.abort(),
    () => undefined,
  );
  const signals = [signal, late.signal, ...(options.signal ? [options.signal] : [])];
  let stopped: DeviceError | null = null;
  try {
    const transcript = await runFieldKit(connection, {
      ...options,
      signal: AbortSignal.any(signals),
      mode: { kind: "read" },
      beforeCall,
      onStopped: (error) => {
        stopped = error;
      },
    });
    if (transcript.identity === null) throwUnanswered(stopped);
    return { transcript, findings: findingsOf(transcript) };
  } finally {
    over.abort();
    await timer;
  }
}

function throwUnanswered(stopped: DeviceError | null): void {
  if (stopped !== null && !ANSWERED.has(stopped.code)) throw stopped;
}
