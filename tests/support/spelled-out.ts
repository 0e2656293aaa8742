const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g;

/** Returns everything in `value` as text without ids and times, whose digits may be those of any PIN. */
export function spelledOut(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(ID, "").replaceAll(TIME, "");
}
