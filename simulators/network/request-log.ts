export interface LoggedCall {
  at: number;
  operation: string;
  method: string;
  target: string;
  authenticated: boolean;
  status: number | null;
  fault: string | null;
  /** The answer is chosen; under a slow fault most of it is still being sent. */
  isDecided: boolean;
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

  count(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  spoiled(): number {
    return this.#spoiled;
  }

  recent(): readonly LoggedCall[] {
    return this.#recent;
  }

  clear(): void {
    this.#counts.clear();
    this.#recent = [];
    this.#spoiled = 0;
  }
}
