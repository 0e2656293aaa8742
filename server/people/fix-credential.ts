// Fixes an obstacle between a person's PIN and a door, or plate and gate. It writes the same rows as a save of the person, so every rule of
// the database holds: a PIN that becomes valid again is reserved and counted like any other.
import type { PoolClient } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type { FixUndo } from "#contract/functions/apply-fix.ts";
import type { CredentialFixId } from "#contract/functions/explain-passage.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { replaceAssignments } from "./assignments.store.ts";
import { switchCredentials } from "./credentials.store.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { lockEndUser } from "./end-users.store.ts";
import { type Fixable, fixed, fixIds, type Target } from "./fix-credential.rules.ts";
import { type FixableRow, lockCredential, readFixable, takePlaceBack, writeDates } from "./fixable.store.ts";

type FixDeps = Pick<Deps, "guard" | "clock" | "log">;

/** Returns what can be fixed; null when the caller has no such credential, door or gate. */
export async function fixableOf(
  client: PoolClient,
  caller: Caller,
  guard: Deps["guard"],
  target: Target,
): Promise<Fixable | null> {
  const row = await readFixable(client, target);
  return row === null || !guard.admits(caller, row.organization_id) ? null : toFixable(row);
}

/** Applies a fix; returns null when nothing had to change. Throws PortalError 409 when this fix is no longer possible. */
export async function fixCredential(
  deps: FixDeps,
  call: CallerContext,
  target: Target,
  fix: CredentialFixId,
): Promise<FixUndo | null> {
  try {
    return await call.asCaller(async (client, caller) => {
      const row = await lockFixable(deps, { client, caller }, target);
      if (row === null || !row.offered) throw new PortalError(gateErrors.fix_gone());
      const now = deps.clock.now();
      const stored = toFixable(row);
      if (!fixIds(now, stored).includes(fix)) return null;
      return change(client, { row, after: fixed(now, stored, fix), target, fix });
    });
  } catch (error) {
    throw await endUserFailure(deps, call, error);
  }
}

interface Change {
  row: FixableRow;
  after: Fixable;
  target: Target;
  fix: CredentialFixId;
}

async function change(client: PoolClient, { row, after, target, fix }: Change): Promise<FixUndo> {
  const credential_id = row.id;
  if (fix === "switch_on") {
    await switchCredentials(client, { endUserId: row.end_user_id, enabled: true, only: [credential_id] });
    return { credential_id };
  }
  if (fix === "give_door") {
    const place = { controllerId: row.controller_id, accessPointId: target.at === "door" ? target.placeId : null };
    await replaceAssignments(client, { credentialId: credential_id, targets: [place], replaceable: [] });
    return { credential_id };
  }
  const before = { valid_from: row.valid_from?.toISOString() ?? null, valid_to: row.valid_to?.toISOString() ?? null };
  return { credential_id, before, after: await writeDates(client, credential_id, after) };
}

/** Takes back what a fix gave, never more. Throws PortalError 409 where somebody has changed it since. */
export async function undoFix(
  deps: FixDeps,
  call: CallerContext,
  { target, fix, undo }: { target: Target; fix: CredentialFixId; undo: FixUndo },
): Promise<void> {
  try {
    await call.asCaller(async (client, caller) => {
      const row = await lockFixable(deps, { client, caller }, target);
      if (row === null || !(await takeBack(client, { row, target, fix, undo })))
        throw new PortalError(gateErrors.fix_not_undone());
    });
  } catch (error) {
    throw await endUserFailure(deps, call, error);
  }
}

async function takeBack(
  client: PoolClient,
  { row, target, fix, undo }: { row: FixableRow; target: Target; fix: CredentialFixId; undo: FixUndo },
): Promise<boolean> {
  if (fix === "give_door") return takePlaceBack(client, target);
  if (fix === "switch_on") {
    const off = await switchCredentials(client, { endUserId: row.end_user_id, enabled: false, only: [row.id] });
    return off.length === 1;
  }
  const { before, after } = undo;
  if (!before || !after || !isSame(row, after)) return false;
  const dates = { validFrom: toDate(before.valid_from), validTo: toDate(before.valid_to) };
  if (!isNarrower(dates, { validFrom: row.valid_from, validTo: row.valid_to })) return false;
  await writeDates(client, row.id, dates);
  return true;
}

interface Window {
  validFrom: Date | null;
  validTo: Date | null;
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

function isSame(row: FixableRow, dates: NonNullable<FixUndo["after"]>): boolean {
  return (
    +(row.valid_from ?? 0) === +(toDate(dates.valid_from) ?? 0) &&
    +(row.valid_to ?? 0) === +(toDate(dates.valid_to) ?? 0)
  );
}

/** Tells whether the returned window opens no minute that is closed now. */
function isNarrower(desired: Window, stored: Window): boolean {
  const ends = +(desired.validTo ?? Number.POSITIVE_INFINITY) <= +(stored.validTo ?? Number.POSITIVE_INFINITY);
  const begins = +(desired.validFrom ?? 0) >= +(stored.validFrom ?? 0);
  // A window that had ended before its extension may have begun earlier, because undoing the extension ends it again.
  const isOver = +(desired.validTo ?? Number.POSITIVE_INFINITY) <= +(stored.validFrom ?? 0);
  return ends && (begins || isOver);
}

async function lockFixable(
  { guard }: FixDeps,
  { client, caller }: { client: PoolClient; caller: Caller },
  target: Target,
): Promise<FixableRow | null> {
  const seen = await readFixable(client, target);
  if (seen === null || !guard.admits(caller, seen.organization_id)) return null;
  // The person is locked first, in the order of a save of the person.
  if ((await lockEndUser(client, seen.end_user_id)) === null) return null;
  if (!(await lockCredential(client, target.credentialId))) return null;
  return readFixable(client, target);
}

function toFixable(row: FixableRow): Fixable {
  const { enabled, valid_from, valid_to, period, assigned, offered, open_doors } = row;
  return { enabled, validFrom: valid_from, validTo: valid_to, period, assigned, offered, openDoors: open_doors };
}
