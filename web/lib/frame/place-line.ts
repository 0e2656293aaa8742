/**
 * Returns a line about the organisation. Until its name is known the line is empty and keeps its height, so that it never shows another
 * place's name.
 */
export function placeLine(name: string | undefined, line: (place: string) => string): string {
  return name === undefined ? "\u00a0" : line(name);
}
