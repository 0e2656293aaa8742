// A field that keeps only a part of the typed text: cleaned first and cut after, never while a keyboard composes.
import { type CompositionEvent, type FormEvent, useState } from "react";
import { plainLine } from "#contract/plain-line.ts";
import type { FieldBinding } from "./field.tsx";

type Field = HTMLInputElement | HTMLTextAreaElement;
export type CleanText = (text: string) => string;

/** Cuts a text. The length counts only what is kept: spaces, line ends and combined characters are cleaned before anything is cut. */
export function upTo(maxLength: number): CleanText {
  return (text) => (text.length <= maxLength ? text : plainLine(text).slice(0, maxLength).trimEnd());
}

/**
 * Binds a text field whose `clean` is given. The form gets the cleaned text at each key, and the field itself is rewritten in place (the
 * caret stays). While a keyboard composes, the field shows the typed text, because the keyboard would type all of it again.
 */
export function useCleanedText(
  { value, onChange }: Pick<FieldBinding<string>, "value" | "onChange">,
  clean?: CleanText,
) {
  const [composed, setComposed] = useState<string | null>(null);
  if (clean === undefined) return { value, onChange };
  return {
    value: composed ?? value,
    onChange: (text: string) => {
      setComposed((now) => (now === null ? null : text));
      onChange(clean(text));
    },
    onInput: ({ nativeEvent, currentTarget }: FormEvent<Field>) => {
      if (!Object(nativeEvent).isComposing) cleanInPlace(currentTarget, clean);
    },
    onCompositionStart: ({ currentTarget }: CompositionEvent<Field>) => setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Field>) => {
      setComposed(null);
      onChange(clean(currentTarget.value));
    },
  };
}

/** Cleans before React reads the value: a caret in the middle of the text stays where it was. */
function cleanInPlace(field: Field, clean: CleanText): void {
  const { value, selectionEnd } = field;
  const cleaned = clean(value);
  if (cleaned === value) return;
  const caret = clean(value.slice(0, selectionEnd ?? value.length)).length;
  field.value = cleaned;
  field.setSelectionRange(caret, caret);
}
