import { DeviceError, type DeviceErrorCode } from "../errors.ts";
import { type DeviceMacro, MACRO_DISABLED, type MacroOutcome } from "../port.ts";
import { macroPath, PATHS } from "./endpoints.ts";
import { readJson, refusalOf } from "./replies.ts";
import type { AxxonSession, SendOptions } from "./session.ts";
import { wireMacroList, wireMacroSwitches } from "./wire.ts";

/** Returns the macros that the account may see; a macro without a name has "". Throws DeviceError. */
export async function listMacros(session: AxxonSession): Promise<DeviceMacro[]> {
  const list = readJson(await session.send({ method: "GET", path: PATHS.macros }), wireMacroList);
  return list.macroCommands.map((macro) => ({ id: macro.id, name: macro.name ?? "" }));
}

/** Compares ids without regard to case. */
export function hasMacro(macros: readonly DeviceMacro[], macroId: string): boolean {
  return macros.some((macro) => isSameId(macro.id, macroId));
}

/**
 * Tells whether the macro is switched off. Only a plain no counts: a server without the call, an account that may not make it, or an answer
 * in another form says nothing, and the gate works as before.
 */
export async function isSwitchedOff(
  session: AxxonSession,
  macroId: string,
  options: SendOptions = {},
): Promise<boolean> {
  try {
    const list = readJson(await session.send({ method: "GET", path: PATHS.macroSwitches }, options), wireMacroSwitches);
    return list.some(({ guid, mode }) => isSameId(guid, macroId) && mode?.enabled === false);
  } catch (error) {
    const saysNothing = error instanceof DeviceError && SAYS_NOTHING.has(error.code);
    if (!saysNothing) throw error;
    return false;
  }
}

const SAYS_NOTHING = new Set<DeviceErrorCode>([
  "item_not_found",
  "auth_failed",
  "not_this_kind_of_device",
  "device_fault",
  "device_failed",
  "nonsense_reply",
]);

/** The gate is open by then; only the answer to the caller waits. */
const SWITCH_WITHIN_MS = 1_000;

async function saidToBeOff(session: AxxonSession, macroId: string, totalMs: number): Promise<boolean> {
  try {
    return await isSwitchedOff(session, macroId, { totalMs, renew: false, asSignedIn: true });
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return false;
  }
}

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/**
 * Runs the macro. Any 2xx is a launch; the body is undocumented. A server also answers 2xx for a switched-off macro that opens nothing, so
 * it is asked afterwards; the outcome is then unknown. Never throws for a device's failure.
 */
export async function executeMacro(
  { session, monotonic }: { session: AxxonSession; monotonic: () => number },
  macroId: string,
  timeoutMs: number,
): Promise<MacroOutcome> {
  const began = monotonic();
  // A dot segment would change the path.
  if (/^\.{0,2}$/.test(macroId)) return { outcome: "refused", httpStatus: null, reason: "item_not_found" };
  const progress = { inFlight: false };
  try {
    // Fault point: axxon-macro-called-once.
    const request = { method: "GET", path: macroPath(macroId), read: "none", freshConnection: true } as const;
    const reply = await session.send(request, { totalMs: timeoutMs, renew: false, progress });
    const refusal = refusalOf(reply);
    if (refusal === null) {
      const left = Math.min(SWITCH_WITHIN_MS, timeoutMs - (monotonic() - began));
      // Fault point: axxon-macro-switched-off.
      const isOff = left > 0 && (await saidToBeOff(session, macroId, left));
      return isOff
        ? { outcome: "unknown", httpStatus: reply.status, reason: MACRO_DISABLED }
        : { outcome: "executed", httpStatus: reply.status, reason: null };
    }
    // A malformed id may be answered with 400.
    const reason = reply.status === 400 ? "item_not_found" : refusal.code;
    return { outcome: "refused", httpStatus: reply.status, reason };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    // The answer to the login was lost: the opening was refused or never sent.
    const outcome = progress.inFlight && error.outcomeUnknown ? "unknown" : "refused";
    return {
      outcome,
      httpStatus: "status" in error && typeof error.status === "number" ? error.status : null,
      reason: error.code,
    };
  }
}
