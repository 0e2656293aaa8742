// Adds and removes what spreadsheets put around a text to keep it a text: ="0123", and an apostrophe before a possible formula. Pure.

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Tells whether the text begins with an added apostrophe, before a formula or a number; "'t Hooft" is a name. */
const isGuarded = (text: string): boolean => {
  if (!text.startsWith("'")) return false;
  const rest = text.replace(/^'+/, "");
  return FORMULA.test(rest) || /\d/.test(rest);
};

/** Returns a cell that no spreadsheet takes for a formula. `unguarded(guarded(text))` is the text. */
export const guarded = (text: string): string => (FORMULA.test(text) || isGuarded(text) ? `'${text}` : text);

/** Returns the text of a cell: without one guarding apostrophe, and ="Anna Berg" as Anna Berg. */
export function unguarded(text: string): string {
  if (isGuarded(text)) return text.slice(1);
  const quoted = /^="((?:[^"]|"")*)"$/.exec(text.trim())?.[1];
  return quoted?.replaceAll('""', '"') ?? text;
}
