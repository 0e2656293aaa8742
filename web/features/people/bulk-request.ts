import type { z } from "zod";
import type { PreviewCall } from "#contract/functions/access-preview.ts";
import type { ChangedPeople, endUserManager } from "#contract/functions/end-user-manager.ts";
import { BULK_PEOPLE_MAX } from "#contract/limits.ts";
import { extensionParts } from "#web/lib/people/extension-parts.ts";

export type BulkKind = "delete" | "off" | "on";
/** `restore`: a removal is undone. */
export type BulkOutcomeKind = BulkKind | "restore";
export type BulkRequest = z.input<(typeof endUserManager)["DELETE_MANY" | "UNDO_DELETE" | "SWITCH_MANY"]["input"]>;

interface Changed {
  id: string;
  /** Absent or empty: all of the person's credentials. */
  credentialIds?: readonly string[];
}

/** Returns the calls of an operation, each for as many people as a call may take. */
export function requestsOf(kind: BulkOutcomeKind, people: readonly Changed[]): BulkRequest[] {
  const parts = Array.from({ length: Math.ceil(people.length / BULK_PEOPLE_MAX) }, (_, at) =>
    people.slice(at * BULK_PEOPLE_MAX, (at + 1) * BULK_PEOPLE_MAX),
  );
  return parts.map((part) => {
    const ids = part.map(({ id }) => id);
    if (kind === "delete") return { action: "DELETE_MANY", ids };
    if (kind === "restore") return { action: "UNDO_DELETE", ids };
    const only = part.flatMap(({ credentialIds = [] }) => credentialIds);
    return { action: "SWITCH_MANY", ids, enabled: kind === "on", ...(only.length > 0 && { credential_ids: only }) };
  });
}

/** Returns the calls that answer what the operation gives and takes. */
export function previewCallsOf(
  kind: BulkKind | "extend",
  people: readonly { id: string; credentials: readonly { id: string }[] }[],
): PreviewCall[] {
  if (kind === "extend") {
    const credentials = people.flatMap((person) => person.credentials.map(({ id }) => id));
    return extensionParts(credentials.toSorted()).map((ids) => ({
      call: "end-user-manager",
      body: { action: "EXTEND", credential_ids: ids },
    }));
  }
  const requests = requestsOf(
    kind,
    people.map(({ id }) => ({ id })).toSorted((one, other) => one.id.localeCompare(other.id)),
  );
  return requests.flatMap((body) =>
    body.action === "UNDO_DELETE" ? [] : [{ call: "end-user-manager" as const, body }],
  );
}

const OPPOSITES = { delete: "restore", off: "on", on: "off" } as const;

export interface Undo {
  kind: BulkOutcomeKind;
  requests: BulkRequest[];
}

/** Returns the opposite operation, for exactly the people or credentials that were removed or switched; null when there were none. */
export function undoOf(kind: BulkKind, { outcomes }: Pick<ChangedPeople, "outcomes">): Undo | null {
  const changed = outcomes.filter(({ refused, credential_ids }) =>
    kind === "delete" ? refused === null : credential_ids.length > 0,
  );
  if (changed.length === 0) return null;
  const people = changed.map(({ end_user_id: id, credential_ids: credentialIds }) => ({ id, credentialIds }));
  return { kind: OPPOSITES[kind], requests: requestsOf(OPPOSITES[kind], people) };
}

/**
 * Sends the calls one after another. After one has succeeded, a failed call refuses only its own people, and the other calls are still
 * tried.
 */
export async function changeInParts(
  requests: readonly BulkRequest[],
  send: (request: BulkRequest) => Promise<ChangedPeople>,
  refusal: (error: unknown) => { code: string; error: string },
): Promise<ChangedPeople> {
  const all: ChangedPeople = { outcomes: [], state: "synced", pending: [] };
  for (const request of requests) {
    try {
      const { outcomes, state, pending } = await send(request);
      all.outcomes.push(...outcomes);
      all.pending.push(...pending);
      if (state === "pending") all.state = state;
    } catch (error) {
      if (all.outcomes.length === 0) throw error;
      const refused = refusal(error);
      all.outcomes.push(...request.ids.map((id) => ({ end_user_id: id, refused, credential_ids: [] })));
    }
  }
  return all;
}
