// Knows the live subscribers; reads changes once per role and organisation, under row policies and for live sessions only.
import type { PoolClient } from "pg";
import type { Claims } from "#contract/auth.ts";
import { asListener, type Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { Change } from "./bindings.ts";
import { type DeletedKey, isForbidden, livingScopes, readDeleted, readRecords } from "./changes.store.ts";
import type { OfferedTable } from "./offered-tables.store.ts";
import type { PendingKey } from "./seen-rows.ts";

/** Ended sessions lose their channels at the next delivery or within this time. */
const SESSION_CHECK_MS = 2_000;

export interface Subscriber {
  claims(): Claims;
  deliver(changes: Change[]): void;
  /** Called once, when the session ended or lost access; nothing is delivered after. */
  end(why: "session" | "token"): void;
}

/** Changes of one table that have not yet been read with any caller's rights. */
export interface Found {
  table: OfferedTable;
  news: PendingKey[];
  deleted: DeletedKey[];
}

/** Subscribers who see the same rows. */
interface Group {
  scope: string;
  members: Subscriber[];
}

export class Audience {
  readonly #deps: Pick<Deps, "pools" | "clock">;
  readonly #subscribers = new Set<Subscriber>();
  /** Monotonic milliseconds. */
  #checkedAt = 0;

  constructor(deps: Pick<Deps, "pools" | "clock">) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Ends subscribers without a live session, unless they were checked a moment ago. */
  async endExpired(): Promise<void> {
    if (this.#deps.clock.monotonic() - this.#checkedAt >= SESSION_CHECK_MS) await this.#livingGroups();
  }

  /** Delivers to each living subscriber what its role may read. */
  async deliver(found: Found): Promise<void> {
    for (const group of (await this.#livingGroups()).values()) {
      const changes = await this.#readAs(group, found);
      for (const subscriber of group.members) if (this.#subscribers.has(subscriber)) subscriber.deliver(changes);
    }
  }

  /** Groups live subscribers by role and organisation, and ends the others. */
  async #livingGroups(): Promise<Map<string, Group>> {
    const { pools, clock } = this.#deps;
    const asked = [...this.#subscribers];
    const scopes = await livingScopes(pools.user, uniqueSessions(asked));
    this.#checkedAt = clock.monotonic();
    const now = clock.now().getTime() / 1000;
    const groups = new Map<string, Group>();
    for (const subscriber of asked) {
      const { session_id, exp } = subscriber.claims();
      const living = scopes.get(session_id);
      if (living === undefined) this.#end(subscriber, "session");
      else if (exp <= now) this.#end(subscriber, "token");
      else {
        const { scope, alone } = living;
        const key = `${scope}/${alone ?? ""}`;
        groups.set(key, { scope, members: [...(groups.get(key)?.members ?? []), subscriber] });
      }
    }
    return groups;
  }

  #end(subscriber: Subscriber, why: "session" | "token"): void {
    if (this.#subscribers.delete(subscriber)) subscriber.end(why);
  }

  /** Reads as a member whose scope is unchanged: somebody just promoted must not read for the others. */
  async #readAs({ scope, members }: Group, found: Found): Promise<Change[]> {
    for (const subscriber of members) {
      try {
        const changes = await asListener(this.#deps.pools.user, subscriber.claims(), async (client, caller) =>
          scopeOf(caller) === scope ? await readChanges(client, caller, found) : null,
        );
        if (changes) return changes;
      } catch (error) {
        if (!mayNotRead(error)) throw error;
        this.#end(subscriber, "session");
      }
    }
    // All members left or changed while the rows were read, so the rows are read again.
    if (members.some((subscriber) => this.#subscribers.has(subscriber)))
      throw new Error("roles changed while rows were read");
    return [];
  }
}

async function readChanges(client: PoolClient, { role }: Caller, { table, news, deleted }: Found): Promise<Change[]> {
  const records = news.length === 0 ? null : await readRecords(client, table, news);
  // A deleted row's owner is no longer known, so only system admins get the row.
  const gone = role === "system_admin" ? await readDeleted(client, deleted) : [];
  return [
    ...news.flatMap((key) => toChanges(table, key, records?.get(key.id))),
    ...gone.map((key) => toDeletion(table, key)),
  ];
}

function uniqueSessions(subscribers: Subscriber[]): Claims[] {
  return [...new Map(subscribers.map((subscriber) => [subscriber.claims().session_id, subscriber.claims()])).values()];
}

const scopeOf = ({ role, organizationId }: Caller) => (organizationId === null ? role : `${role}:${organizationId}`);

/** Tells whether an error means a session that ended since the check, or a role without access. */
function mayNotRead(error: unknown): boolean {
  if (error instanceof PortalError) return error.status === 401 || error.status === 403;
  return isForbidden(error);
}

function toChanges({ name }: OfferedTable, key: PendingKey, record: Record<string, unknown> | undefined): Change[] {
  if (!record) return [];
  return key.types.map((type) => {
    const micros = type === "UPDATE" ? (key.changedMicros ?? key.insertedMicros) : key.insertedMicros;
    return { table: name, type, id: key.id, record, commitTimestamp: isoOf(micros) };
  });
}

function toDeletion({ name }: OfferedTable, { id, deletedMicros }: DeletedKey): Change {
  return { table: name, type: "DELETE", id, record: { id }, commitTimestamp: isoOf(deletedMicros) };
}

const isoOf = (micros: number) => new Date(micros / 1000).toISOString();
