// Extends several credentials at once by one period, and undoes such an extension.
import { randomUUID } from "node:crypto";
import type { ExtendResult, Extension, UndoneExtension } from "#contract/functions/end-user-manager.ts";
import type { Language } from "#contract/language.ts";
import { extendedWindow } from "#contract/validity.ts";
import { asOneEvent } from "#server/audit/bulk-event.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { lockForExtension, type NewWindow, restoreWindows, writeWindows } from "./extensions.store.ts";

type ExtendDeps = Pick<Deps, "clock" | "guard" | "log">;

/**
 * Extends in one statement. An ended PIN may belong to somebody else by now, which is known only at the end of a transaction, so each ended
 * PIN has its own transaction: a refusal affects nobody else's extension.
 */
export async function extendCredentials(
  deps: ExtendDeps,
  call: CallerContext & { language: Language },
  ids: readonly string[],
): Promise<ExtendResult[]> {
  const event = { id: randomUUID(), action: "credentials_extended" as const };
  const each = ids.length > 1 ? asOneEvent(call, event) : call;
  const { results, endedPins } = await extendTogether(deps, each, ids, { endedPins: "leave" });
  for (const id of endedPins) {
    try {
      const alone = await extendTogether(deps, each, [id], { endedPins: "extend" });
      results.set(id, alone.results.get(id) ?? { outcome: "gone", credential_id: id });
    } catch (error) {
      const failure = await endUserFailure(deps, call, error);
      if (failure.status >= 500) throw failure;
      results.set(id, { outcome: "refused", credential_id: id, error: failure.sentence(call.language) });
    }
  }
  return ids.map((id) => results.get(id) ?? { outcome: "gone", credential_id: id });
}

async function extendTogether(
  { clock, guard }: ExtendDeps,
  { asCaller }: CallerContext,
  ids: readonly string[],
  option: { endedPins: "leave" | "extend" },
): Promise<{ results: Map<string, ExtendResult>; endedPins: string[] }> {
  return asCaller(async (client, caller) => {
    const now = clock.now();
    const results = new Map<string, ExtendResult>();
    const endedPins: string[] = [];
    const windows: NewWindow[] = [];
    const before = new Map<string, Extension["before"]>();
    for (const row of await lockForExtension(client, ids)) {
      if (!guard.admits(caller, row.organization_id)) continue;
      if (row.valid_to === null) {
        results.set(row.id, { outcome: "endless", credential_id: row.id });
        continue;
      }
      const stored = {
        validFrom: row.valid_from === null ? null : new Date(row.valid_from),
        validTo: new Date(row.valid_to),
      };
      if (option.endedPins === "leave" && row.credential_type === "pin" && stored.validTo <= now) {
        endedPins.push(row.id);
        continue;
      }
      const window = extendedWindow(row.validity_period, stored, now);
      if (window === null) results.set(row.id, { outcome: "enough", credential_id: row.id });
      else {
        windows.push({ id: row.id, ...window });
        before.set(row.id, { valid_from: row.valid_from, valid_to: row.valid_to });
      }
    }
    for (const [id, valid_to] of await writeWindows(client, windows)) {
      const had = before.get(id);
      if (had !== undefined) results.set(id, { outcome: "extended", credential_id: id, valid_to, before: had });
    }
    return { results, endedPins };
  });
}

/** Restores exactly the windows that an extension replaced, where nobody has changed them since. */
export async function undoExtensions(
  { guard }: ExtendDeps,
  { asCaller }: CallerContext,
  extensions: readonly Extension[],
): Promise<UndoneExtension[]> {
  const restored = await asCaller(async (client, caller) => {
    const rows = await lockForExtension(
      client,
      extensions.map(({ credential_id }) => credential_id),
    );
    const own = new Set(rows.filter((row) => guard.admits(caller, row.organization_id)).map(({ id }) => id));
    return restoreWindows(
      client,
      extensions.filter(({ credential_id }) => own.has(credential_id)),
    );
  });
  return extensions.map(({ credential_id }) => ({
    credential_id,
    outcome: restored.has(credential_id) ? "restored" : "changed",
  }));
}
