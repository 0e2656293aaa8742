// Reads which changes and filters a channel requested, and builds the messages for a change. Pure.
import type { Refusal } from "#contract/errors/define-errors.ts";
import { realtimeErrors } from "#contract/errors/realtime.ts";
import { ownWord } from "#contract/own-word.ts";
import {
  type ChangeEvent,
  type ChangePayload,
  type ChangeRequest,
  type ChangeType,
  changeEventSchema,
  REALTIME_SCHEMA,
  REALTIME_TABLES,
  type RealtimeTable,
} from "#contract/realtime.ts";
import { FILTER_OPERATORS, type Filter, readFilter } from "./filters.ts";

export interface Column {
  name: string;
  type: string;
}

export interface Change {
  table: RealtimeTable;
  type: ChangeType;
  id: string;
  commitTimestamp: string;
  /** The row as the listener may see it; of a deleted row only the key. */
  record: Record<string, unknown>;
}
export type TableColumns = Readonly<Record<RealtimeTable, Column[]>>;

export interface Binding {
  id: number;
  table: RealtimeTable;
  event: ChangeEvent;
  filter: Filter | null;
  select: string[] | null;
}

export class BindingError extends Error {
  override name = "BindingError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.sv);
    this.refusal = refusal;
  }
}

const OFFERED = REALTIME_TABLES.map((table) => `${REALTIME_SCHEMA}.${table}`).join(", ");
const KEY = "id";

/** Reads bindings; throws BindingError. */
export function readBindings(requests: ChangeRequest[], columns: TableColumns): Binding[] {
  if (requests.length === 0) {
    throw new BindingError(realtimeErrors.channel_without_changes({ tables: OFFERED }));
  }
  return requests.map((request, index) => readBinding(request, { id: index + 1, columns }));
}

function readBinding(request: ChangeRequest, { id, columns }: { id: number; columns: TableColumns }): Binding {
  const table = REALTIME_TABLES.find((name) => name === request.table);
  if ((request.schema ?? REALTIME_SCHEMA) !== REALTIME_SCHEMA || table === undefined) {
    const asked = `${request.schema}.${request.table}`;
    throw new BindingError(realtimeErrors.channel_table_unknown({ table: asked, tables: OFFERED }));
  }
  const event = changeEventSchema.safeParse(request.event.toUpperCase());
  if (!event.success) throw new BindingError(realtimeErrors.channel_event_unknown({ event: request.event }));
  const typeOf = (name: string) => columns[table].find((column) => column.name === name)?.type;
  for (const name of request.select ?? []) {
    if (typeOf(name) === undefined) throw new BindingError(realtimeErrors.channel_column_unknown({ column: name }));
  }
  const filter = request.filter ? knownFilter(request.filter, typeOf) : null;
  const unknown = event.data === "DELETE" ? filter?.columns.find((column) => column !== KEY) : undefined;
  if (unknown !== undefined)
    throw new BindingError(realtimeErrors.channel_filter_of_deleted({ key: KEY, column: unknown }));
  const select = request.select && request.select.length > 0 ? request.select : null;
  return { id, table, event: event.data, filter, select };
}

function knownFilter(text: string, typeOf: (name: string) => string | undefined): Filter {
  const filter = readFilter(text, typeOf);
  if (!("problem" in filter)) return filter;
  switch (filter.problem) {
    case "column":
      throw new BindingError(realtimeErrors.channel_column_unknown({ column: filter.column }));
    case "value":
      throw new BindingError(realtimeErrors.channel_filter_value({ filter: text }));
    case "count":
      throw new BindingError(realtimeErrors.channel_filter_values());
    case "syntax":
      throw new BindingError(
        realtimeErrors.channel_filter_unknown({ filter: text, operators: FILTER_OPERATORS.join(", ") }),
      );
  }
}

/** Returns one payload per distinct choice of columns; none if nobody asked. */
export function changePayloads(change: Change, bindings: Binding[], columns: TableColumns): ChangePayload[] {
  const wanted = bindings.filter((binding) => concerns(binding, change));
  const bySelect = Map.groupBy(wanted, ({ select }) => select?.toSorted().join() ?? "");
  return [...bySelect.values()].map((group) => {
    const select = group[0]?.select ?? null;
    const keep = (name: string) => select === null || select.includes(name);
    return {
      ids: group.map(({ id }) => id),
      data: {
        schema: REALTIME_SCHEMA,
        table: change.table,
        commit_timestamp: change.commitTimestamp,
        type: change.type,
        columns: columns[change.table].filter(({ name }) => keep(name)),
        ...(change.type === "DELETE"
          ? {}
          : { record: Object.fromEntries(Object.entries(change.record).filter(([name]) => keep(name))) }),
        ...(change.type === "INSERT" ? {} : { old_record: { id: change.id } }),
        errors: null,
      },
    };
  });
}

function concerns({ table, event, filter }: Binding, change: Change): boolean {
  if (table !== change.table || (event !== "*" && event !== change.type)) return false;
  // A deleted row's other columns are unknown, so a filter on them never matches.
  return filter === null || filter.matches((column) => ownWord(change.record, column));
}
