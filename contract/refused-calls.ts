// Causes of gate calls refused before a passage was logged: names of the error catalogue, and bytes that were no request.

export const REFUSED_CALL_CAUSES = [
  "webhook_unauthorized",
  "read_parameter_missing",
  "read_too_late",
  "push_unreadable",
  "push_too_large",
  "push_unknown_type",
  "push_from_another_camera",
  "request_unreadable",
  "foreign_website",
  "address_unknown",
  "database_unavailable",
  "internal",
  "bad_http",
] as const;
export type RefusedCallCause = (typeof REFUSED_CALL_CAUSES)[number];

const KNOWN = new Set<string>(REFUSED_CALL_CAUSES);

/** Returns the cause. Any other error of the catalogue is the portal's fault, or the request's. */
export function refusedCallCause(reason: string | null, status: number): RefusedCallCause {
  if (isCause(reason)) return reason;
  if (status === 404) return "address_unknown";
  return status >= 500 ? "internal" : "request_unreadable";
}

function isCause(reason: string | null): reason is RefusedCallCause {
  return reason !== null && KNOWN.has(reason);
}

/** A refused call is shown at its gate this long. */
export const REFUSED_CALL_SHOWN_DAYS = 7;
