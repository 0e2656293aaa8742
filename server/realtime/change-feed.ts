// Reads changed rows once per server and hands them to its audience; reads overlap, so that late commits are found (horizon.ts).
import type { Deps } from "#server/platform/deps.ts";
import { Audience, type Subscriber } from "./audience.ts";
import { type ChangedKey, changedKeys, databaseMoment, deletedKeys } from "./changes.store.ts";
import { createHorizon } from "./horizon.ts";
import { OFFERED_TABLES, type OfferedTable } from "./offered-tables.store.ts";
import { createSeenNotes, createSeenRows } from "./seen-rows.ts";
import { createWaker } from "./waker.ts";

/** Poll interval without a wake-up. */
const POLL_MS = 1_000;
/** Shortest time between reads. */
const READ_EVERY_MS = 100;
/** More rows than ten busy seconds produce. */
const PAGE_ROWS = 2_000;

export class ChangeFeed {
  readonly #deps: Pick<Deps, "pools" | "clock" | "log">;
  readonly #audience: Audience;
  readonly #waker;
  readonly #followed = Object.values(OFFERED_TABLES).map((table) => ({
    table,
    seen: createSeenRows(),
    gone: createSeenNotes(),
  }));
  #horizon = createHorizon();
  /** Microseconds since 1970. */
  #sinceMicros = 0;
  #joining = 0;
  #stopped = false;
  #running: { started: Promise<void>; ended: Promise<void> } | null = null;

  constructor(deps: Pick<Deps, "pools" | "clock" | "log">) {
    this.#deps = deps;
    this.#audience = new Audience(deps);
    this.#waker = createWaker(deps.clock);
  }

  /** Resolves when every later commit will be seen. Call `add` after it, in the same turn as the reply. */
  async ready(): Promise<void> {
    this.#joining += 1;
    try {
      this.#running ??= this.#start();
      await this.#running.started;
    } finally {
      // Starts after the caller has added its subscriber in this turn; otherwise the loop would find none and end at once.
      setImmediate(() => {
        this.#joining -= 1;
      });
    }
  }

  add(subscriber: Subscriber): void {
    this.#audience.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#audience.remove(subscriber);
  }

  wake(): void {
    this.#waker.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waker.wake();
    await this.#running?.ended;
  }

  #start() {
    const started = this.#begin();
    // The join that awaits `started` gets the failure; the next join starts again.
    const ended = started.then(
      () => this.#loop(),
      () => {
        this.#running = null;
      },
    );
    return { started, ended };
  }

  async #begin(): Promise<void> {
    const { engine } = this.#deps.pools;
    this.#horizon = createHorizon();
    this.#sinceMicros = this.#horizon.after(await databaseMoment(engine));
    for (const { table, seen, gone } of this.#followed) {
      seen.clear();
      gone.clear();
      for await (const keys of this.#pages(table)) seen.add(keys);
      gone.add(await deletedKeys(engine, table, this.#sinceMicros));
    }
  }

  async *#pages(table: OfferedTable): AsyncGenerator<ChangedKey[]> {
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const window = { sinceMicros: this.#sinceMicros, offset, limit: PAGE_ROWS };
      const page = await changedKeys(this.#deps.pools.engine, table, window);
      yield page;
      if (page.length < PAGE_ROWS) return;
    }
  }

  async #loop(): Promise<void> {
    const { clock, log } = this.#deps;
    let failing = false;
    while (!this.#stopped && (this.#audience.size > 0 || this.#joining > 0)) {
      let began = clock.monotonic();
      try {
        await this.#waker.sleep(POLL_MS);
        began = clock.monotonic();
        if (!this.#stopped) await this.#read();
        failing = false;
      } catch (error) {
        // The failure is logged once per outage, not every second.
        if (!failing) log.warn({ err: error }, "realtime cannot read changes; trying again");
        failing = true;
      }
      const took = clock.monotonic() - began;
      await clock.wait(Math.max(READ_EVERY_MS - took, took / 2));
    }
    // Set in the same turn, so that a join either finds a live loop or starts one.
    this.#running = null;
  }

  async #read(): Promise<void> {
    const moment = await databaseMoment(this.#deps.pools.engine);
    for (const { table, seen, gone } of this.#followed) {
      for await (const keys of this.#pages(table)) {
        const news = seen.news(keys, this.#sinceMicros);
        if (news.length > 0) await this.#audience.deliver({ table, news, deleted: [] });
        seen.add(keys);
      }
      const deleted = gone.unseen(await deletedKeys(this.#deps.pools.engine, table, this.#sinceMicros));
      for (let from = 0; from < deleted.length; from += PAGE_ROWS) {
        const page = deleted.slice(from, from + PAGE_ROWS);
        await this.#audience.deliver({ table, news: [], deleted: page });
        gone.add(page);
      }
    }
    await this.#audience.endExpired();
    // Set last, so that a failed read repeats from the same moment.
    this.#sinceMicros = this.#horizon.after(moment);
    for (const { seen, gone } of this.#followed) {
      seen.deleteBefore(this.#sinceMicros);
      gone.deleteBefore(this.#sinceMicros);
    }
  }
}
