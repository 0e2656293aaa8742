// Translations of the forms' sentences. The page sets them before it loads a form; the server never does.
let words: Readonly<Record<string, string>> = {};

/** Sets the other language's sentences, by their Swedish text. */
export function speakForms(other: Readonly<Record<string, string>>): void {
  words = other;
}

export const otherWords = (): Readonly<Record<string, string>> => words;
