// A choice from a long list, searched by typing. Fetched after the page it stands on: it weighs as much as the page.
import type { ComboBoxProps } from "./combo-box-field.tsx";
import { FieldLabel, fieldBox, fieldRoot } from "./field.tsx";
import { lazyPart } from "./lazy-part.tsx";

/** Typing filters case-insensitively; leaving with a text that is no option goes back to the chosen one. */
export const ComboBox = lazyPart(
  () => import("./combo-box-field.tsx"),
  (module) => module.ComboBox<string>,
  Waiting,
);

/** Takes the place, so that nothing moves. */
function Waiting({ label, labelNote, optional, filter, className }: ComboBoxProps<string>) {
  return (
    <div aria-busy className={fieldRoot(className)}>
      {!filter && <FieldLabel label={label} labelNote={labelNote} optional={optional} />}
      <div className={fieldBox} />
    </div>
  );
}
