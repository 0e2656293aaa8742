import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { SearchField as AriaSearchField, Button, Group, Input } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { isTyping } from "#web/lib/keys.ts";
import { words } from "#web/texts/words.sv.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { upTo, useCleanedText } from "./cleaned-text.ts";
import { fieldBox, fieldInput } from "./field.tsx";

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  busy?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Off in dialogs, where "/" belongs to the page below. */
  shortcut?: boolean | undefined;
  className?: string | undefined;
}

const cleanSearch = upTo(100);

/** Shows a search field. A search may be a PIN: only useSearchText (web/lib) puts it in the address. */
export function SearchField({ label, value, onChange, busy, autoFocus, shortcut = true, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const cleaned = useCleanedText({ value, onChange }, cleanSearch);
  useEffect(() => {
    if (!shortcut) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event) || document.querySelector("[role=dialog],[role=alertdialog]")) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [shortcut]);

  return (
    <AriaSearchField
      aria-label={label}
      {...cleaned}
      autoFocus={autoFocus ?? false}
      className={cx("group min-w-0", className)}
    >
      <Group className={fieldBox}>
        <span className="ml-2.5 flex text-ink-2">
          {busy ? <Spinner size={16} /> : <Search aria-hidden size={16} />}
        </span>
        <Input
          ref={input}
          placeholder={label}
          autoComplete="off"
          spellCheck="false"
          className={cx(fieldInput, "truncate")}
        />
        {value === "" && shortcut && (
          <kbd
            aria-hidden
            className="mr-2 rounded-plate border border-line bg-sunken px-1.5 font-sans text-floor text-ink-3 phone:hidden coarse:hidden"
          >
            /
          </kbd>
        )}
        <Button
          aria-label={words.clearSearch}
          className="ring-focus mr-1 inline-flex size-7 items-center justify-center rounded-check text-ink-2 group-data-empty:hidden data-hovered:bg-hover coarse:size-10"
        >
          <X aria-hidden size={15} />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
