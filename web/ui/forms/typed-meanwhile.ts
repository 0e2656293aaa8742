// Keeps what somebody types between a press and its answer.

/** Returns an update that empties a sent text once its answer has come; another text, typed meanwhile, stays. */
export function clearSent(sent: string): (typed: string) => string {
  return (typed) => (typed === sent ? "" : typed);
}

/** Returns a function that tells whether the form still holds what it holds now. */
export function unchangedSince(form: { getValues: () => unknown }): () => boolean {
  const sent = JSON.stringify(form.getValues());
  return () => JSON.stringify(form.getValues()) === sent;
}
