// What a channel asked for: which changes, filtered how, and the message that one change becomes. Pure.
import {
  type ChangeEvent,
  type ChangePayload,
  type ChangeRequest,
  type ChangeType,
  changeEventSchema,
  REALTIME_SCHEMA,
  REALTIME_TABLE,
} from "#contract/realtime.ts";

export interface Column {
  name: string;
  type: string;
}

export interface Change {
  type: ChangeType;
  id: string;
  commitTimestamp: string;
  record: Record<string, unknown>;
}

export interface Binding {
  id: number;
  event: ChangeEvent;
  filter: { column: string; value: string } | null;
  select: string[] | null;
}

/** Why a request for changes is refused; the message goes to the client as it is. */
export class BindingError extends Error {
  override name = "BindingError";
}

/** The requests of one join as bindings. Throws BindingError. */
export function readBindings(requests: ChangeRequest[], columns: Column[]): Binding[] {
  if (requests.length === 0) {
    throw new BindingError(
      `Kanalen måste begära postgres_changes för ${REALTIME_SCHEMA}.${REALTIME_TABLE}; broadcast och presence finns inte.`,
    );
  }
  return requests.map((request, index) => readBinding(request, { id: index + 1, columns }));
}

function readBinding(request: ChangeRequest, { id, columns }: { id: number; columns: Column[] }): Binding {
  if ((request.schema ?? REALTIME_SCHEMA) !== REALTIME_SCHEMA || request.table !== REALTIME_TABLE) {
    throw new BindingError(
      `Endast ändringar i ${REALTIME_SCHEMA}.${REALTIME_TABLE} kan följas, inte ${request.schema}.${request.table}.`,
    );
  }
  const event = changeEventSchema.safeParse(request.event.toUpperCase());
  if (!event.success) throw new BindingError(`Endast INSERT och UPDATE kan följas, inte ${request.event}.`);
  const known = (name: string) => {
    if (!columns.some((column) => column.name === name)) throw new BindingError(`Kolumnen ${name} finns inte.`);
    return name;
  };
  const select = request.select && request.select.length > 0 ? request.select.map(known) : null;
  return { id, event: event.data, filter: readFilter(request.filter ?? "", known), select };
}

function readFilter(text: string, known: (name: string) => string): Binding["filter"] {
  if (text === "") return null;
  const [, column, quoted, plain] = /^(\w+)=eq\.(?:"([^"\\]*)"|([^",()]*))$/.exec(text) ?? [];
  if (column === undefined) throw new BindingError(`Filtret ${text} stöds inte; skriv kolumn=eq.värde.`);
  return { column: known(column), value: quoted ?? plain ?? "" };
}

/** The messages that a change becomes for these bindings: one per distinct choice of columns, none if no one asked. */
export function changePayloads(change: Change, bindings: Binding[], columns: Column[]): ChangePayload[] {
  const wanted = bindings.filter((binding) => concerns(binding, change));
  const bySelect = Map.groupBy(wanted, ({ select }) => select?.toSorted().join() ?? "");
  return [...bySelect.values()].map((group) => {
    const select = group[0]?.select ?? null;
    const keep = (name: string) => select === null || select.includes(name);
    return {
      ids: group.map(({ id }) => id),
      data: {
        schema: REALTIME_SCHEMA,
        table: REALTIME_TABLE,
        commit_timestamp: change.commitTimestamp,
        type: change.type,
        columns: columns.filter(({ name }) => keep(name)),
        record: Object.fromEntries(Object.entries(change.record).filter(([name]) => keep(name))),
        ...(change.type === "UPDATE" ? { old_record: { id: change.id } } : {}),
        errors: null,
      },
    };
  });
}

function concerns({ event, filter }: Binding, change: Change): boolean {
  if (event !== "*" && event !== change.type) return false;
  if (filter === null) return true;
  const value = change.record[filter.column];
  return isScalar(value) && String(value) === filter.value;
}

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
