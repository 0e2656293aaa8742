// A choice from a long list, searched by typing. A lazy part: it weighs as much as a page.

import { FieldLabel, fieldBox, fieldRoot } from "#web/ui/fields/field.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { ComboBoxProps } from "./combo-box-field.tsx";

/** A combo box. Typing filters case-insensitively; leaving an unknown text restores the chosen option. */
export const ComboBox = lazyPart(
  () => import("./combo-box-field.tsx"),
  (module) => module.ComboBox<string>,
  Waiting,
);

function Waiting({ label, labelNote, optional, filter, className }: ComboBoxProps<string>) {
  return (
    <div aria-busy className={fieldRoot(className)}>
      {!filter && <FieldLabel label={label} labelNote={labelNote} optional={optional} />}
      <div className={fieldBox} />
    </div>
  );
}
