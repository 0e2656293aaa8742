import type { Routine, RoutineArgument } from "./catalogue-types.ts";
import { type Budget, boundedValue } from "./reply-budget.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import type { Statement } from "./statement.ts";

/** Text. Arrays and rows of a JSON body are the JSON text `{"v": …}`. */
export interface GivenArgument {
  readonly argument: RoutineArgument;
  readonly slot: number;
  readonly fromJson: boolean;
}

/** Returns the call of a function, with its arguments as parameters. */
export function callSql(writer: SqlWriter, routine: Routine, given: readonly GivenArgument[]): string {
  const list = given.map(({ argument, slot, fromJson }) => {
    const place = writer.slot(slot);
    const value = fromJson
      ? `(select _a.v from json_to_record(${place}::json) as _a(v ${argument.type}))`
      : `${place}::${argument.type}`;
    return argument.name === "" ? value : `${quoteName(argument.name)} => ${value}`;
  });
  return `${qualified(routine)}(${list.join(", ")})`;
}

export interface ScalarCall {
  readonly given: readonly GivenArgument[];
  /** The number of all values is counted, beside those requested. */
  readonly counted: boolean;
  /** Slots of the request. */
  readonly limit: number | null;
  readonly offset: number | null;
}

/** Returns the statement for a function that returns a value or none, which is called once. */
export function scalarStatement(writer: SqlWriter, routine: Routine, call: ScalarCall, budget: Budget): Statement {
  const value = callSql(writer, routine, call.given);
  const { prelude, built } = routine.returnsVoid
    ? {
        prelude: "",
        built: `select _v.v::text as body, 1 as rows, null::float8 as total from (select ${value} as v) _v`,
      }
    : routine.setOf
      ? valuesSql(writer, value, call, budget)
      : {
          prelude: "",
          built: `select coalesce(to_json(_v.v)::text, 'null') as body, 1 as rows, 1::float8 as total from (select ${value} as v) _v`,
        };
  // The fence keeps PostgreSQL from calling the function again for the size.
  const text = `${prelude}select _b.* from (${built} offset 0) _b${boundedValue("octet_length(_b.body)", budget)}`;
  return { text, params: writer.params, estimate: null, head: [routine.name] };
}

/** Builds the values of a set. PostgreSQL refuses a parameter that no text names, and a single value has no limit. */
function valuesSql(
  writer: SqlWriter,
  value: string,
  call: ScalarCall,
  budget: Budget,
): { prelude: string; built: string } {
  const prelude = call.counted ? `with _f as materialized (select ${value} as v) ` : "";
  const all = call.counted ? "(select count(*) from _f)::float8" : "null::float8";
  const limit = call.limit === null ? budget.maxRows : writer.slot(call.limit);
  const offset = call.offset === null ? "" : ` offset ${writer.slot(call.offset)}`;
  const values = `${call.counted ? "select _f.v from _f" : `select ${value} as v`} limit ${limit}${offset}`;
  return {
    prelude,
    built: `select coalesce(json_agg(_v.v), '[]'::json)::text as body, count(*)::int as rows, ${all} as total, ${all} as affected from (${values}) _v`,
  };
}
