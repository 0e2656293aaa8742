// Removes what spreadsheets put around a text to keep it one: ="0123", and an apostrophe before a possible formula. Pure.

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Begins with an apostrophe that is no part of it, as before a formula or a number; "'t Hooft" is a name. */
const isGuarded = (text: string): boolean => {
  if (!text.startsWith("'")) return false;
  const rest = text.replace(/^'+/, "");
  return FORMULA.test(rest) || /\d/.test(rest);
};

/** The text as a cell that no spreadsheet takes for a formula. `unguarded(guarded(text))` is the text. */
export const guarded = (text: string): string => (FORMULA.test(text) || isGuarded(text) ? `'${text}` : text);

/** The text of a cell: without one guarding apostrophe, and ="Anna Berg" as Anna Berg. */
export function unguarded(text: string): string {
  if (isGuarded(text)) return text.slice(1);
  const quoted = /^="((?:[^"]|"")*)"$/.exec(text.trim())?.[1];
  return quoted?.replaceAll('""', '"') ?? text;
}
