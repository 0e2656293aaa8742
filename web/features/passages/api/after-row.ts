// Selects the rows of a log after a given one, newest first: by the row and not by its position, which moves as others come.

interface Conditions {
  lte(column: string, value: string): this;
  or(filters: string): this;
}

export function afterRow<Call extends Conditions>(call: Call, column: string, { at, id }: { at: string; id: string }) {
  return call.lte(column, at).or(`${column}.lt."${at}",id.gt.${id}`);
}
