// The interface for traces and metrics of the portal, whatever collector receives them.

export interface RequestSpan {
  /** Runs `work` within the span; everything that `work` awaits inherits the span. */
  within(work: () => void): void;
  /** Ends the span. `route`: the pattern, never the path, which may hold a plate or a token. */
  end(answer: { route: string; status: number }): void;
}

/** Ends a device call's span. */
export type EndCall = (outcome: { status: number } | { error: string }) => void;

export interface Telemetry {
  /** Begins a request's span. `traceparent`: the caller's header, as it came. */
  request(method: string, traceparent: string | undefined): RequestSpan;
  /** Begins the span of a call to a device, in whatever span runs. `host`: with its port. */
  readonly deviceCall: (call: { method: string; host: string }) => EndCall;
  /** Runs a controller worker's turn in a root span, apart from every request. */
  readonly controllerRun: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends every minute what `read` returns: the text of /metrics. */
  sendMetrics(read: () => Promise<string>): void;
  /** Sends what is left. */
  close(): Promise<void>;
}
