// What came of an act is told, whatever the page has become in the meantime.

interface Outcome<Reply> {
  onSuccess?: (reply: Reply) => void;
  onError?: (error: unknown) => void;
  onSettled?: () => void;
}

/**
 * Runs a mutation and tells its outcome. The callbacks of `mutate(input, callbacks)` are dropped when their component has
 * gone before the answer (a live message may take the button away first), and when the same mutation is begun again (a
 * second row pressed before the first has answered). These are not.
 */
export function tellOutcome<Input, Reply>(
  mutation: { mutateAsync: (input: Input) => Promise<Reply> },
  input: Input,
  { onSuccess, onError, onSettled }: Outcome<Reply>,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError).finally(onSettled);
}
