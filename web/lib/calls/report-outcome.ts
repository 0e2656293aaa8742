interface Outcome<Reply> {
  onSuccess?: (reply: Reply) => void;
  onError?: (error: unknown) => void;
  onSettled?: () => void;
}

/** Reports an outcome where TanStack drops `mutate`'s callbacks: after an unmount or a second start. */
export function reportOutcome<Input, Reply>(
  mutation: { mutateAsync: (input: Input) => Promise<Reply> },
  input: Input,
  { onSuccess, onError, onSettled }: Outcome<Reply>,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError).finally(onSettled);
}
