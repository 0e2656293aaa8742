// Calls to a device, for assertions: exact counts, details of the newest.

export interface LoggedCall {
  /** World time in ms since 1970. */
  at: number;
  /** "pacsaxis:SetCredential", "GET /axis-cgi/param.cgi", "GET /macro/execute/…". */
  operation: string;
  method: string;
  /** Path and query exactly as received. */
  target: string;
  authenticated: boolean;
  /** Null when the call got no (whole) answer. */
  status: number | null;
  /** The fault that hit the call, if any. */
  fault: string | null;
}

export class RequestLog {
  #counts = new Map<string, number>();
  #recent: LoggedCall[] = [];
  #size: number;
  #spoiled = 0;

  constructor(size = 200) {
    this.#size = size;
  }

  add(call: LoggedCall): void {
    this.#recent.push(call);
    if (this.#recent.length > this.#size) this.#recent.shift();
    if (call.fault !== null) this.#spoiled += 1;
    if (call.authenticated) this.#counts.set(call.operation, this.count(call.operation) + 1);
    else this.#counts.set("unauthenticated", this.count("unauthenticated") + 1);
  }

  /** Authenticated calls of that operation; "unauthenticated" counts all others. */
  count(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /** All calls, challenges included: the number of round trips. */
  total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Calls that a fault hit. */
  spoiled(): number {
    return this.#spoiled;
  }

  /** Oldest first (200 by default). */
  recent(): readonly LoggedCall[] {
    return this.#recent;
  }

  clear(): void {
    this.#counts.clear();
    this.#recent = [];
    this.#spoiled = 0;
  }
}
