interface Outcome<Reply> {
  onSuccess?: (reply: Reply) => void;
  onError?: (error: unknown) => void;
  onSettled?: () => void;
}

/** Runs a mutation and reports its outcome even when its component unmounts or it starts again before. */
export function tellOutcome<Input, Reply>(
  mutation: { mutateAsync: (input: Input) => Promise<Reply> },
  input: Input,
  { onSuccess, onError, onSettled }: Outcome<Reply>,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError).finally(onSettled);
}
