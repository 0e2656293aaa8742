// Exact counts, details of the newest calls.

export interface LoggedCall {
  at: number;
  /** E.g. "pacsaxis:SetCredential", "GET /axis-cgi/param.cgi". */
  operation: string;
  method: string;
  /** As received. */
  target: string;
  authenticated: boolean;
  /** Null without a (whole) answer. */
  status: number | null;
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

  /** "unauthenticated" counts all others. */
  count(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /** Challenges included: the round trips. */
  total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  spoiled(): number {
    return this.#spoiled;
  }

  /** Oldest first. */
  recent(): readonly LoggedCall[] {
    return this.#recent;
  }

  clear(): void {
    this.#counts.clear();
    this.#recent = [];
    this.#spoiled = 0;
  }
}
