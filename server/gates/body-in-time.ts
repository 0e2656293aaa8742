// A read opens nothing once its time is over, so its body is not awaited beyond that time.
import { gateErrors } from "#contract/errors/gates.ts";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { GateDeps } from "./gate-passage.ts";

type Done<Body> = (error: Error | null, body?: Body) => void;

/**
 * Wraps `done` of a body parser, called once. Nearly every body arrives with its headers and ends before a timer would begin. Setting and
 * cancelling a timer for each would cost as much as reading it.
 */
export function bodyInTime<Body>(
  { clock, metrics }: Pick<GateDeps, "clock" | "metrics">,
  done: Done<Body>,
): Done<Body> {
  const limit = new AbortController();
  let ended = false;
  let waiting = false;
  const end: Done<Body> = (error, body) => {
    if (ended) return;
    ended = true;
    clearImmediate(soon);
    if (waiting) limit.abort();
    done(error, body);
  };
  const late = () => {
    metrics.broken("request_timeout", "gate");
    end(new PortalError(gateErrors.read_too_late()));
  };
  const soon = setImmediate(() => {
    waiting = true;
    clock.wait(GATE_LATEST_MS, limit.signal).then(late, () => {});
  });
  return end;
}
