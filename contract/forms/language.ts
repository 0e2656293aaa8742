// Another language than Swedish for the sentences of the forms: the page sets it before it loads a form, the server never.
let words: Readonly<Record<string, string>> = {};

/** The sentences of texts.ts in another language. */
export function speakForms(other: Readonly<Record<string, string>>): void {
  words = other;
}

export const otherWords = (): Readonly<Record<string, string>> => words;
