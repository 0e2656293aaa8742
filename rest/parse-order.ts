/** Parses `column.desc.nullslast,rel(column).asc,data->>key`. */
import { type Field, parseJsonPath } from "./parse-select.ts";
import { Scanner } from "./scanner.ts";

export interface OrderTerm {
  readonly embed: string | null;
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: "first" | "last" | null;
}

/** Parses `name.desc.nullslast,id`. Throws RestError with the position. */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(scanner));
  while (scanner.eat(","));
  if (!scanner.done) throw scanner.error('delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  let name = scanner.name();
  let embed: string | null = null;
  if (scanner.eat("(")) {
    embed = name;
    name = scanner.name();
  }
  const field = { name, path: parseJsonPath(scanner) };
  if (embed !== null) scanner.expect(")");
  let descending = false;
  if (scanner.eat(".desc")) descending = true;
  else scanner.eat(".asc");
  const nulls = scanner.eat(".nullsfirst") ? "first" : scanner.eat(".nullslast") ? "last" : null;
  return { embed, field, descending, nulls };
}
