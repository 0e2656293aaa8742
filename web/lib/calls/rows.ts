// Readers that end table calls: check the reply for an error and parse it once.
import { z } from "zod";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { BackendError, backendError, type WireError } from "./errors.ts";

export interface TableReply {
  data: unknown;
  error: WireError | null;
  count: number | null;
  status: number;
}

export interface Page<T> {
  rows: T[];
  total: number | null;
}

/** Reads the rows of a select. Throws BackendError. */
export async function readRows<T>(row: z.ZodType<T>, call: PromiseLike<TableReply>): Promise<T[]> {
  return parse(z.array(row), (await answer(call)).data);
}

/** The code for an offset past the end. */
const NO_SUCH_PAGE = "PGRST103";

/** Reads rows and the number of all matches (`select(…, { count: "exact" }).range(…)`); a page past the end has no rows. Throws BackendError. */
export async function readPage<T>(row: z.ZodType<T>, call: PromiseLike<TableReply>): Promise<Page<T>> {
  const reply = await call;
  if (reply.error?.code === NO_SUCH_PAGE) return { rows: [], total: null };
  if (reply.error) throw backendError(reply.error, reply.status);
  return { rows: parse(z.array(row), reply.data), total: reply.count };
}

/** Reads the one row of `.single()`. Throws BackendError (code PGRST116 when there is none). */
export async function readRow<T>(row: z.ZodType<T>, call: PromiseLike<TableReply>): Promise<T> {
  return parse(row, (await answer(call)).data);
}

/** Reads the number of a `{ count: "exact", head: true }` call. Throws BackendError. */
export async function readCount(call: PromiseLike<TableReply>): Promise<number> {
  return (await answer(call)).count ?? 0;
}

/** Awaits an insert, update or delete without rows. Throws BackendError. */
export async function write(call: PromiseLike<TableReply>): Promise<void> {
  await answer(call);
}

async function answer(call: PromiseLike<TableReply>): Promise<TableReply> {
  const reply = await call;
  if (reply.error) throw backendError(reply.error, reply.status);
  return reply;
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new BackendError(errorTexts.badReply, { code: "bad_reply", status: 200, cause: result.error });
}
