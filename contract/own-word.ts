/** Returns a dictionary's own entry for a word from outside: an object also answers for `constructor` and `__proto__`. */
export function ownWord<T>(words: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}
