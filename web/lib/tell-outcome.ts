interface Outcome<Reply> {
  onSuccess?: (reply: Reply) => void;
  onError?: (error: unknown) => void;
  onSettled?: () => void;
}

/**
 * Runs a mutation and reports its outcome. TanStack drops the callbacks of `mutate(input, callbacks)` when their
 * component unmounts or the mutation starts again before the answer; these stay.
 */
export function tellOutcome<Input, Reply>(
  mutation: { mutateAsync: (input: Input) => Promise<Reply> },
  input: Input,
  { onSuccess, onError, onSettled }: Outcome<Reply>,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError).finally(onSettled);
}
