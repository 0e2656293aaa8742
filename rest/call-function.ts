/** Calls `/rpc/<function>`, with arguments in the URL (GET) or in a JSON object (POST). */
import type { Catalogue } from "./catalogue.ts";
import type { Routine, RoutineArgument } from "./catalogue-types.ts";
import type { Call, RestReply } from "./context.ts";
import { invalidBody, RestError, unknownFunction } from "./errors.ts";
import { forbidColumns } from "./host-call.ts";
import { nearest } from "./nearest.ts";
import { checkContentType, type Preferences, parseAccept, parsePreferences, type ReplyForm } from "./parse-headers.ts";
import { isNoCondition, type ParsedQuery, parseQuery } from "./parse-query.ts";
import { planRead } from "./plan.ts";
import { type CachedPlan, runPlan } from "./plan-cache.ts";
import { parseJson } from "./read-body.ts";
import { answerRead, isPreparable, shapeKey, withRowLimits } from "./read-rows.ts";
import { applied } from "./reply.ts";
import type { RowGuard } from "./row-guard.ts";
import { SqlWriter } from "./sql-writer.ts";
import { readStatement } from "./statement.ts";
import { callSql, type GivenArgument, scalarStatement } from "./to-sql-call.ts";
import { transact } from "./transact.ts";

/** Answers /rpc/NAME: GET reads, POST may write. Throws RestError. */
export async function callFunction(call: Call, name: string): Promise<RestReply> {
  const { headers } = call.request;
  const reading = call.method !== "POST";
  if (!reading) checkContentType(headers["content-type"]);
  const form = parseAccept(headers.accept);
  const preferences = parsePreferences(headers.prefer, call.context.options);
  const routines = call.catalogue.routines.get(name) ?? [];
  const argumentNames = new Set(routines.flatMap((routine) => routine.arguments.map((argument) => argument.name)));
  const query = withRowLimits(
    call,
    parseQuery(call.search, (key, value) => reading && (argumentNames.has(key) || isNoCondition(key, value))),
  );
  const given = reading ? new Map<string, unknown>(query.callArguments) : bodyArguments(call);
  const { routine, inputs } = chooseRoutine(call.catalogue, name, routines, given);
  if (preferences.maxAffected !== null && !routine.setOf) throw onlyOfSets();
  const supplied = supply(query, inputs, reading);
  const bodyless = call.method === "HEAD" || (preferences.return === "minimal" && !reading);
  return transact(
    call,
    { readOnly: reading || routine.readOnly, rollback: preferences.rollback },
    async (client, guard) => {
      const plan = planCall(call, routine, { query, given: supplied, form, preferences, guard });
      if (routine.rows !== null || routine.setOf) {
        const asked = { query, form: replyForm(routine, form), preferences, bodyless, guard };
        const reply = await answerRead(client, call, plan, asked);
        return preferences.return === "minimal" && call.method === "POST" ? { ...reply, status: 204 } : reply;
      }
      const row = await runPlan(client, plan, { values: query.values, guard });
      return scalarReply({ routine, row, form, preferences, bodyless });
    },
  );
}

/** Returns the form of the reply. A single row is an object or null; values have no columns for CSV. */
function replyForm(routine: Routine, form: ReplyForm): ReplyForm {
  if (!routine.setOf && form.kind === "array") return { ...form, kind: "composite" };
  return routine.rows === null && form.kind === "csv" ? parseAccept(undefined) : form;
}

interface PlannedCall {
  readonly query: ParsedQuery;
  readonly given: readonly GivenArgument[];
  readonly form: ReplyForm;
  readonly preferences: Preferences;
  readonly guard: RowGuard | null;
}

function planCall(call: Call, routine: Routine, planned: PlannedCall): CachedPlan {
  const { query, given, form, preferences, guard } = planned;
  const { limits } = call.context;
  const key = shapeKey(
    "call",
    guard?.key,
    routine.name,
    given.map(({ argument, slot, fromJson }) => [argument.name, argument.type, slot, fromJson]),
    query.shape,
    form,
    preferences.count,
    preferences.maxAffected !== null,
  );
  return call.plans.get(key, () => {
    const writer = new SqlWriter(guard);
    // Count and rows come from one run of the function, so it is materialised.
    const limited = preferences.maxAffected !== null;
    const counted = preferences.count !== null || limited;
    if (routine.rows === null) {
      forbidColumns(routine.name, query);
      const [limit, offset] = [query.shape.limits, query.shape.offsets].map((list) => list.at(-1)?.is ?? null);
      const values = { given, counted, limit: limit ?? null, offset: offset ?? null };
      return { root: null, statement: scalarStatement(writer, routine, values, limits), preparable: true };
    }
    const root = planRead(call.catalogue, routine.rows, query.shape, limits);
    const run = callSql(writer, routine, given);
    const prelude = counted ? `with _f as materialized (select * from ${run}) ` : "";
    const source = { from: counted ? "_f" : run, written: counted, chosen: false };
    // The planner has no statistics of a function's rows, so only exact counts are made.
    const count = preferences.count === null ? null : "exact";
    const { maxRows, maxReplyBytes } = limits;
    const read = { form, count, bodyless: false, maxRows, maxReplyBytes, plannerCounts: false, prelude } as const;
    const affected = limited ? { affected: "(select count(*) from _f)::float8" } : {};
    const statement = readStatement(writer, root, source, { ...read, ...affected }, new SqlWriter(guard));
    return { root, statement, preparable: isPreparable(query.shape) };
  });
}

const onlyOfSets = (): RestError =>
  new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );

function bodyArguments({ request: { body }, context }: Call): Map<string, unknown> {
  const given = typeof body === "string" && body.trim() !== "";
  const parsed = given ? parseJson(body, context.limits.maxJsonDepth) : {};
  if (typeof parsed !== "object" || parsed === null) throw invalidBody("The arguments must be a JSON object");
  return Array.isArray(parsed) ? new Map([["", parsed]]) : new Map(Object.entries(parsed));
}

type Inputs = readonly (readonly [RoutineArgument, unknown])[];

/** Chooses an overload. Throws PGRST202 when none fits, PGRST203 when several do. */
function chooseRoutine(
  catalogue: Catalogue,
  name: string,
  routines: readonly Routine[],
  given: ReadonlyMap<string, unknown>,
): { routine: Routine; inputs: Inputs } {
  const fitting = routines.filter((routine) => fits(routine, given));
  if (fitting.length > 1) throw overloaded(catalogue, name, fitting);
  const routine = fitting[0];
  if (routine)
    return {
      routine,
      inputs: routine.arguments.flatMap((argument) =>
        given.has(argument.name) ? [[argument, given.get(argument.name)] as const] : [],
      ),
    };
  const whole = routines.find((candidate) => takesWholeBody(candidate));
  const argument = whole?.arguments[0];
  if (!whole || !argument) throw noSuchFunction(catalogue, name, [...given.keys()]);
  const body = given.has("") ? given.get("") : Object.fromEntries(given);
  return { routine: whole, inputs: [[argument, body]] };
}

function fits(routine: Routine, given: ReadonlyMap<string, unknown>): boolean {
  const known = new Set(routine.arguments.map((argument) => argument.name));
  if (known.has("")) return false;
  return (
    [...given.keys()].every((key) => known.has(key)) &&
    routine.arguments.every((argument) => argument.optional || given.has(argument.name))
  );
}

/** Tells whether the function has one unnamed json argument, which takes the whole body. */
const takesWholeBody = (routine: Routine): boolean =>
  routine.arguments.length === 1 &&
  routine.arguments[0]?.name === "" &&
  (routine.arguments[0].category === "json" || routine.arguments[0].category === "jsonb");

function noSuchFunction(catalogue: Catalogue, name: string, given: readonly string[]): RestError {
  const near = nearest(name, catalogue.routines.keys());
  const hint =
    near === null || near === name ? null : `Perhaps you meant to call the function ${catalogue.schema}.${near}`;
  return unknownFunction(catalogue.schema, name, given, hint);
}

function overloaded(catalogue: Catalogue, name: string, fitting: readonly Routine[]): RestError {
  // In PostgREST's order: by the number of arguments, then by the arguments.
  const sorted = fitting
    .map((routine) => ({
      routine,
      signature: JSON.stringify(routine.arguments.map(({ name: at, type }) => [at, type])),
    }))
    .sort((one, two) =>
      one.routine.arguments.length === two.routine.arguments.length
        ? one.signature < two.signature
          ? -1
          : 1
        : one.routine.arguments.length - two.routine.arguments.length,
    );
  const shown = sorted.map(
    ({ routine }) =>
      `${catalogue.schema}.${name}(${routine.arguments.map((argument) => `${argument.name} => ${argument.type}`).join(", ")})`,
  );
  return new RestError(300, "PGRST203", `Could not choose the best candidate function between: ${shown.join(", ")}`, {
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}

function supply(query: ParsedQuery, inputs: Inputs, fromUrl: boolean): readonly GivenArgument[] {
  return inputs.map(([argument, value]) => {
    const fromJson = !fromUrl && value !== null && (argument.category === "A" || argument.category === "C");
    const text = fromJson ? JSON.stringify({ v: value }) : argumentText(argument, value, fromUrl);
    return { argument, slot: query.values.push(text) - 1, fromJson };
  });
}

function argumentText(argument: RoutineArgument, value: unknown, fromUrl: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (fromUrl && typeof value === "string") return value;
  if (argument.category === "json" || argument.category === "jsonb") return JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface ScalarOutcome {
  readonly routine: Routine;
  readonly row: { readonly body: string | null; readonly rows: number; readonly total: number | null };
  readonly form: ReplyForm;
  readonly preferences: Preferences;
  readonly bodyless: boolean;
}

function scalarReply({ routine, row, form, preferences, bodyless }: ScalarOutcome): RestReply {
  const total = preferences.count === null ? "*" : row.rows;
  const headers = {
    "content-range": `${row.rows === 0 ? "*" : `0-${row.rows - 1}`}/${total}`,
    ...applied(preferences, ["count"]),
  };
  if (routine.returnsVoid || (bodyless && preferences.return === "minimal"))
    return { status: 204, headers, body: null };
  return {
    status: 200,
    headers: { ...headers, "content-type": form.kind === "csv" ? "application/json; charset=utf-8" : form.contentType },
    body: bodyless ? null : row.body,
  };
}
