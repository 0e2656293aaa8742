// Calls of SQL functions by their contract: arguments, answer, and how the answer is requested.
import type { ArgumentsOf, SqlCall, SqlFunction } from "#contract/define-sql-call.ts";
import { backend } from "./backend.ts";
import { readRow } from "./rows.ts";

/** Throws BackendError. */
export function callSql<Name extends SqlFunction, Answer>(
  { name, reply, isOneRow }: SqlCall<Name, Answer>,
  input: ArgumentsOf<Name>,
  signal?: AbortSignal,
): Promise<Answer> {
  const call = backend.rpc(name, { ...input });
  const asked = signal === undefined ? call : call.abortSignal(signal);
  return readRow(reply, isOneRow ? asked.single() : asked);
}
