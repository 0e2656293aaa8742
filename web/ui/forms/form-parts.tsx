// The parts of a long form, in one scroll under a row of their names. No part is hidden, because a part behind a tab is saved unseen.
import { CircleAlert } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useFormState } from "react-hook-form";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export interface FormPart<Input extends FieldValues> {
  id: string;
  title: string;
  /** The fields of this part; an error in one of them marks the part's name. */
  fields: readonly FieldPath<Input>[];
  content: ReactNode;
}

export interface FormPartsProps<Input extends FieldValues, Output> {
  label: string;
  control: Control<Input, unknown, Output>;
  parts: readonly FormPart<Input>[];
}

/** Shows a form's parts. A single part needs no name; several get a row of names, which leads to each. */
export function FormParts<Input extends FieldValues, Output>({ label, control, parts }: FormPartsProps<Input, Output>) {
  const { errors } = useFormState<Input, Output>({ control });
  const formId = useId();
  const row = useRef<HTMLElement>(null);
  const [shown, choose] = useShownPart(
    row,
    parts.map(({ id }) => id),
  );
  if (parts.length < 2) return parts.map(({ id, content }) => <Fields key={id}>{content}</Fields>);
  const wrong = new Set(Object.keys(errors));
  const headOf = (id: string) => `${formId}-${id}`;
  return (
    <>
      <nav
        ref={row}
        data-form-parts
        aria-label={label}
        className="sticky -top-4 z-10 -mx-[18px] first:-mt-4 overflow-x-auto border-b border-line bg-surface px-[18px] phone:-mx-4 phone:px-4"
      >
        <ul className="flex gap-5 phone:gap-4">
          {parts.map(({ id, title, fields }) => (
            <li key={id} className="shrink-0">
              <PartName
                {...{ title, isShown: id === shown, isWrong: fields.some((field) => wrong.has(field)) }}
                onPress={() => {
                  choose(id);
                  const head = document.getElementById(headOf(id));
                  head?.focus({ preventScroll: true });
                  head?.scrollIntoView({ block: "start" });
                }}
              />
            </li>
          ))}
        </ul>
      </nav>
      {parts.map(({ id, title, content }, place) => (
        <section
          key={id}
          data-form-part={id}
          aria-labelledby={headOf(id)}
          className={cx("flex min-w-0 flex-col gap-4", place > 0 && "border-t border-line pt-4")}
        >
          <h3 id={headOf(id)} tabIndex={-1} className="-mb-1 scroll-mt-3 text-card text-ink outline-none">
            {title}
          </h3>
          {content}
        </section>
      ))}
    </>
  );
}

/** Tells whether a blur leads to a part's name: the person looks around, and has not forgotten an empty field. */
export function leadsToPart(event: unknown): boolean {
  if (!(event instanceof Object && "relatedTarget" in event)) return false;
  return event.relatedTarget instanceof Element && event.relatedTarget.closest("[data-form-parts]") !== null;
}

interface PartNameProps {
  title: string;
  isShown: boolean;
  isWrong: boolean;
  onPress: () => void;
}

function PartName({ title, isShown, isWrong, onPress }: PartNameProps) {
  return (
    <button
      type="button"
      aria-current={isShown ? "location" : undefined}
      className={cx(
        "ring-focus -mb-px inline-flex min-h-10 items-center gap-1.5 border-b-2 text-cell font-name whitespace-nowrap transition-colors duration-100 hover:text-ink coarse:min-h-11",
        isShown
          ? "border-accent text-ink forced-colors:border-[Highlight]"
          : "border-transparent text-ink-2 forced-colors:border-[Canvas]",
      )}
      onClick={onPress}
    >
      {title}
      {isWrong && <CircleAlert role="img" aria-label={words.partWrong} size={14} className="text-fail-ink" />}
    </button>
  );
}

const Fields = ({ children }: { children: ReactNode }) => children;

/** Returns the part in view: the one chosen last, until somebody scrolls, else the last whose head has passed the row of names. */
function useShownPart(
  row: RefObject<HTMLElement | null>,
  ids: readonly string[],
): [shown: string | undefined, choose: (id: string) => void] {
  const [passed, setPassed] = useState<string>();
  const [chosen, setChosen] = useState<string | null>(null);
  const isDivided = ids.length > 1;
  useEffect(() => {
    const form = row.current?.parentElement;
    const scroller = form?.parentElement;
    if (!isDivided || !form || !scroller) return;
    const left = new AbortController();
    const look = () => {
      const edge = (row.current?.getBoundingClientRect().bottom ?? 0) + scroller.clientHeight / 4;
      const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      const sections = [...form.querySelectorAll<HTMLElement>("[data-form-part]")];
      const above = isAtEnd ? sections : sections.filter((section) => section.getBoundingClientRect().top <= edge);
      setPassed(above.at(-1)?.dataset["formPart"]);
    };
    const listen = (event: string, call: () => void) =>
      scroller.addEventListener(event, call, { passive: true, signal: left.signal });
    listen("scroll", look);
    for (const event of ["wheel", "touchmove", "keydown"]) listen(event, () => setChosen(null));
    return () => left.abort();
  }, [row, isDivided]);
  const known = (id: string | null | undefined) => ids.find((one) => one === id);
  return [known(chosen) ?? known(passed) ?? ids[0], setChosen];
}
