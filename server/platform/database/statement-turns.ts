// Limits concurrent statements per session and organisation, so that none monopolises the database. Kept in memory, and so per server:
// asking the database would cost what this saves.
import { platformErrors } from "#contract/errors/platform.ts";
import { addTo } from "../counts.ts";
import { PortalError } from "../http/errors.ts";

export const STATEMENTS_PER_SESSION = 2;
export const STATEMENTS_PER_ORGANIZATION = 4;
/** More than any screen requests at once. */
export const MOST_WAITING_PER_SESSION = 64;
/** Each finished turn scans the whole queue, so an organisation's many sessions share one limit. */
export const MOST_WAITING_PER_ORGANIZATION = 256;
/** Longer than the statement timeout, so that a timed-out statement fails nobody behind it. */
export const LONGEST_WAIT_MS = 10_000;
/** Accounts with a remembered organisation; least recently seen are evicted. */
const MOST_KNOWN = 10_000;
/** Above this time an organisation is served one statement at a time: four large replies take every core of a small machine. */
const BUSY_MS = 250;
const HALF_LIFE_MS = 1_000;

export interface Asker {
  readonly sessionId: string;
  readonly userId: string;
}

export type Learn = (organizationId: string | null) => void;

interface Waiter {
  readonly asker: Asker;
  readonly begin: () => void;
}

export interface TurnLimits {
  readonly perSession: number;
  readonly perOrganization: number;
  readonly mostWaiting: number;
  readonly mostWaitingPerOrganization: number;
  readonly longestWaitMs: number;
}

const LIMITS: TurnLimits = {
  perSession: STATEMENTS_PER_SESSION,
  perOrganization: STATEMENTS_PER_ORGANIZATION,
  mostWaiting: MOST_WAITING_PER_SESSION,
  mostWaitingPerOrganization: MOST_WAITING_PER_ORGANIZATION,
  longestWaitMs: LONGEST_WAIT_MS,
};

export class StatementTurns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, number>();
  readonly #waitingOf = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  /** Recent database time by organisation, halved every second. */
  readonly #taken = new Map<string, { ms: number; at: number }>();
  readonly #now: () => number;
  /** Last reported organisation by account; null = a system admin, counted alone. */
  readonly #organizations = new Map<string, string | null>();

  /** Creates the turns. `now`: monotonic milliseconds. */
  constructor(limits: Partial<TurnLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...LIMITS, ...limits };
    this.#now = now;
  }

  /** Runs `work` in the asker's turn. Throws PortalError 429 when the queue is full or the wait too long. */
  async run<T>(asker: Asker, work: (learn: Learn) => Promise<T>): Promise<T> {
    const counted = this.#mayBegin(asker) ? this.#begin(asker) : await this.#wait(asker);
    const from = this.#now();
    try {
      return await work((organizationId) => this.#learn(asker.userId, organizationId));
    } finally {
      for (const key of counted) if (!key.startsWith(SESSION)) this.#took(key, this.#now() - from);
      for (const key of counted) addTo(this.#running, key, -1);
      this.#callNext();
    }
  }

  get load(): { running: number; waiting: number } {
    const sessions = [...this.#running].filter(([key]) => key.startsWith(SESSION));
    return { running: sessions.reduce((sum, [, count]) => sum + count, 0), waiting: this.#waiting.size };
  }

  deleteTimes(): void {
    this.#taken.clear();
  }

  /** Returns the asker's counters with their limits. An unknown account is served one at a time. */
  #keys({ sessionId, userId }: Asker): readonly (readonly [key: string, most: number])[] {
    const { perSession, perOrganization } = this.#limits;
    const organization = this.#organizations.get(userId);
    const group =
      organization === undefined
        ? ([`unknown:${userId}`, 1] as const)
        : this.#share(organization === null ? `user:${userId}` : `organization:${organization}`, perOrganization);
    return [[SESSION + sessionId, perSession], group];
  }

  #share(key: string, most: number): readonly [key: string, most: number] {
    return [key, this.#lately(key) > BUSY_MS ? 1 : most];
  }

  #lately(key: string): number {
    const taken = this.#taken.get(key);
    return taken === undefined ? 0 : taken.ms * 0.5 ** ((this.#now() - taken.at) / HALF_LIFE_MS);
  }

  #took(key: string, ms: number): void {
    const sum = this.#lately(key) + ms;
    this.#taken.delete(key);
    this.#taken.set(key, { ms: sum, at: this.#now() });
    const longestUnseen = this.#taken.keys().next();
    if (this.#taken.size > MOST_KNOWN && !longestUnseen.done) this.#taken.delete(longestUnseen.value);
  }

  #mayBegin(asker: Asker): boolean {
    return this.#keys(asker).every(([key, most]) => (this.#running.get(key) ?? 0) < most);
  }

  /** Counts the asker's statement. Returns the counters to release at its end, because the account's organisation may be known by then. */
  #begin(asker: Asker): readonly string[] {
    const counted = this.#keys(asker).map(([key]) => key);
    for (const key of counted) addTo(this.#running, key, 1);
    return counted;
  }

  #wait(asker: Asker): Promise<readonly string[]> {
    const counted = this.#keys(asker).map(([key]) => key);
    const { mostWaiting, mostWaitingPerOrganization } = this.#limits;
    const full = counted.some(
      (key) => (this.#waitingOf.get(key) ?? 0) >= (key.startsWith(SESSION) ? mostWaiting : mostWaitingPerOrganization),
    );
    if (full) return Promise.reject(tooManyAtOnce());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        for (const key of counted) addTo(this.#waitingOf, key, -1);
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooManyAtOnce());
      }, this.#limits.longestWaitMs);
      const waiter: Waiter = {
        asker,
        begin: () => {
          leave();
          resolve(this.#begin(asker));
        },
      };
      this.#waiting.add(waiter);
      for (const key of counted) addTo(this.#waitingOf, key, 1);
    });
  }

  /** Starts waiting work in order of arrival; one that must still wait blocks nobody else. */
  #callNext(): void {
    for (const waiter of this.#waiting) if (this.#mayBegin(waiter.asker)) waiter.begin();
  }

  #learn(userId: string, organizationId: string | null): void {
    this.#organizations.delete(userId);
    this.#organizations.set(userId, organizationId);
    const longestUnseen = this.#organizations.keys().next();
    if (this.#organizations.size > MOST_KNOWN && !longestUnseen.done) this.#organizations.delete(longestUnseen.value);
  }
}

const SESSION = "session:";

function tooManyAtOnce(): PortalError {
  return new PortalError(platformErrors.statements_at_once());
}
