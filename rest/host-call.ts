/** Checks for a route that the host serves instead of the table layer: it refuses what the layer would refuse. */
import type { FastifyRequest } from "fastify";
import { invalidBody, unknownColumn, unknownFunction } from "./errors.ts";
import { checkContentType, parseAccept, parsePreferences, parseProfile } from "./parse-headers.ts";
import { type ParsedQuery, parseQuery } from "./parse-query.ts";

/** Throws the RestError that `rpc/<name>` would throw for these arguments; the answer is one value. */
export function checkHostCall(
  request: FastifyRequest,
  routine: { readonly schema: string; readonly name: string; readonly arguments: readonly string[] },
): void {
  const { headers, body, raw } = request;
  checkContentType(headers["content-type"]);
  parseAccept(headers.accept);
  parsePreferences(headers.prefer, {});
  parseProfile(headers, false, [routine.schema]);
  forbidColumns(routine.name, parseQuery(raw.url?.split("?").slice(1).join("?") ?? ""));
  const given = body ?? {};
  if (typeof given !== "object" || Array.isArray(given)) throw invalidBody("The arguments must be a JSON object");
  const keys = Object.keys(given);
  if (!keys.every((key) => routine.arguments.includes(key))) throw unknownFunction(routine.schema, routine.name, keys);
}

/** Refuses columns: a value has none to select, filter or order by. */
export function forbidColumns(name: string, { shape }: ParsedQuery): void {
  const first = shape.filters[0]?.is;
  if (first) throw unknownColumn(name, first.kind === "operation" ? first.field.name : first.join);
  const named = shape.orders[0]?.is ?? [...shape.limits, ...shape.offsets].find(({ path }) => path.length > 0)?.path[0];
  if (named !== undefined) throw unknownColumn(name, named);
  if (shape.select !== null && shape.select !== "" && shape.select !== "*") throw unknownColumn(name, shape.select);
}
