// Reads changed rows once per server, role and organisation, under row policies and for live sessions only.
import type { Claims } from "#contract/auth.ts";
import { asListener, type Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { Change } from "./bindings.ts";
import {
  type ChangedKeys,
  changedKeys,
  type DeletedKey,
  databaseNow,
  deletedKeys,
  isForbidden,
  livingScopes,
  readDeleted,
  readRecords,
} from "./changes.store.ts";
import { OFFERED_TABLES, type OfferedTable } from "./offered-tables.store.ts";
import { createSeenNotes, createSeenRows, type PendingKey } from "./seen-rows.ts";
import { createWaker } from "./waker.ts";

/** Poll interval without a wake-up. */
const POLL_MS = 1_000;
/** Shortest time between reads. */
const READ_EVERY_MS = 100;
/** Gate transactions live under 5 s; reading this far back finds late commits. */
const OVERLAP_MICROS = 10_000_000;
/** Ended sessions lose their channels at the next delivery or within this time. */
const SESSION_CHECK_MS = 2_000;
/** More rows than ten busy seconds produce. */
const PAGE_ROWS = 2_000;

export interface Subscriber {
  claims(): Claims;
  deliver(changes: Change[]): void;
  /** Called once, when the session ended or lost access; nothing is delivered after. */
  end(why: "session" | "token"): void;
}

interface Found {
  table: OfferedTable;
  news: PendingKey[];
  deleted: DeletedKey[];
}

export interface ChangeFeed {
  /** Resolves when every later commit will be seen. Call `add` after it, in the same turn as the reply. */
  ready(): Promise<void>;
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  wake(): void;
  stop(): Promise<void>;
}

interface State {
  /** Microseconds since 1970. */
  sinceMicros: number;
  /** Monotonic milliseconds. */
  checkedAt: number;
  joining: number;
  stopped: boolean;
  running: { started: Promise<void>; ended: Promise<void> } | null;
}

export function createChangeFeed({ pools, clock, log }: Pick<Deps, "pools" | "clock" | "log">): ChangeFeed {
  const subscribers = new Set<Subscriber>();
  const followed = Object.values(OFFERED_TABLES).map((table) => ({
    table,
    seen: createSeenRows(),
    gone: createSeenNotes(),
  }));
  const waker = createWaker(clock);
  const state: State = { sinceMicros: 0, checkedAt: 0, joining: 0, stopped: false, running: null };

  const begin = async () => {
    const now = await databaseNow(pools.engine);
    state.sinceMicros = now - OVERLAP_MICROS;
    for (const { table, seen, gone } of followed) {
      seen.clear();
      gone.clear();
      for await (const { keys } of pages(table)) seen.add(keys);
      gone.add(await deletedKeys(pools.engine, table, state.sinceMicros));
    }
  };
  async function* pages(table: OfferedTable): AsyncGenerator<ChangedKeys> {
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const { sinceMicros } = state;
      const page = await changedKeys(pools.engine, table, { sinceMicros, offset, limit: PAGE_ROWS });
      yield page;
      if (page.keys.length < PAGE_ROWS) return;
    }
  }

  const read = async () => {
    let now: number | null = null;
    for (const { table, seen, gone } of followed) {
      for await (const { nowMicros, keys } of pages(table)) {
        now ??= nowMicros;
        const news = seen.news(keys, state.sinceMicros);
        if (news.length > 0) await deliver({ table, news, deleted: [] });
        seen.add(keys);
      }
      const deleted = gone.unseen(await deletedKeys(pools.engine, table, state.sinceMicros));
      for (let from = 0; from < deleted.length; from += PAGE_ROWS) {
        const page = deleted.slice(from, from + PAGE_ROWS);
        await deliver({ table, news: [], deleted: page });
        gone.add(page);
      }
    }
    if (clock.monotonic() - state.checkedAt >= SESSION_CHECK_MS) await livingGroups();
    // Set last, so that a failed read repeats from the same moment.
    state.sinceMicros = (now ?? state.sinceMicros + OVERLAP_MICROS) - OVERLAP_MICROS;
    for (const { seen, gone } of followed) {
      seen.deleteBefore(state.sinceMicros);
      gone.deleteBefore(state.sinceMicros);
    }
  };

  /** Groups live subscribers by role and organisation, and ends the others. */
  const livingGroups = async () => {
    const asked = [...subscribers];
    const scopes = await livingScopes(pools.user, uniqueSessions(asked));
    state.checkedAt = clock.monotonic();
    const now = clock.now().getTime() / 1000;
    const groups = new Map<string, { scope: string; group: Subscriber[] }>();
    for (const subscriber of asked) {
      const { session_id, exp } = subscriber.claims();
      const living = scopes.get(session_id);
      if (living === undefined) end(subscriber, "session");
      else if (exp <= now) end(subscriber, "token");
      else {
        const { scope, alone } = living;
        const key = `${scope}/${alone ?? ""}`;
        groups.set(key, { scope, group: [...(groups.get(key)?.group ?? []), subscriber] });
      }
    }
    return groups;
  };
  const end = (subscriber: Subscriber, why: "session" | "token") => {
    if (subscribers.delete(subscriber)) subscriber.end(why);
  };

  const deliver = async (found: Found) => {
    for (const { scope, group } of (await livingGroups()).values()) {
      const changes = await readAs({ scope, group }, found);
      for (const subscriber of group) if (subscribers.has(subscriber)) subscriber.deliver(changes);
    }
  };
  /** Reads as a member whose scope is unchanged: somebody just promoted must not read for the others. */
  const readAs = async (
    { scope, group }: { scope: string; group: Subscriber[] },
    { table, news, deleted }: Found,
  ): Promise<Change[]> => {
    for (const subscriber of group) {
      try {
        const changes = await asListener(pools.user, subscriber.claims(), async (client, caller) => {
          if (scopeOf(caller) !== scope) return null;
          const records = news.length === 0 ? null : await readRecords(client, table, news);
          // A deleted row's owner is no longer known, so only system admins get the row.
          const gone = caller.role === "system_admin" ? await readDeleted(client, deleted) : [];
          return [
            ...news.flatMap((key) => toChanges(table, key, records?.get(key.id))),
            ...gone.map((key) => toDeletion(table, key)),
          ];
        });
        if (changes) return changes;
      } catch (error) {
        if (!mayNotRead(error)) throw error;
        end(subscriber, "session");
      }
    }
    // All members left or changed, so the rows stay unsent for the next read.
    if (group.some((subscriber) => subscribers.has(subscriber))) throw new Error("roles changed while rows were read");
    return [];
  };

  const loop = async () => {
    let failing = false;
    while (!state.stopped && (subscribers.size > 0 || state.joining > 0)) {
      let began = clock.monotonic();
      try {
        await waker.sleep(POLL_MS);
        began = clock.monotonic();
        if (!state.stopped) await read();
        failing = false;
      } catch (error) {
        // Logged once per outage, not every second.
        if (!failing) log.warn({ err: error }, "realtime cannot read changes; trying again");
        failing = true;
      }
      const took = clock.monotonic() - began;
      await clock.wait(Math.max(READ_EVERY_MS - took, took / 2));
    }
    // Set in the same turn, so that a join either finds a live loop or starts one.
    state.running = null;
  };
  const start = () => {
    const started = begin();
    // The join that awaits `started` gets the failure; the next join starts again.
    const ended = started.then(loop, () => {
      state.running = null;
    });
    return { started, ended };
  };

  return {
    ready: async () => {
      state.joining += 1;
      try {
        state.running ??= start();
        await state.running.started;
      } finally {
        // Runs after the caller's turn adds its subscriber, so that the loop does not end at once.
        setImmediate(() => {
          state.joining -= 1;
        });
      }
    },
    add: (subscriber) => {
      subscribers.add(subscriber);
    },
    remove: (subscriber) => {
      subscribers.delete(subscriber);
    },
    wake: () => waker.wake(),
    stop: async () => {
      state.stopped = true;
      waker.wake();
      await state.running?.ended;
    },
  };
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
