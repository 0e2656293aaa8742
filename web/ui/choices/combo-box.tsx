// A choice from a long list, searched by typing. A lazy part: it weighs as much as a page.

import { FieldLabel, fieldBox, fieldRoot } from "#web/ui/fields/field.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { ComboBoxProps } from "./combo-box-field.tsx";

const Field = lazyPart(
  () => import("./combo-box-field.tsx"),
  (module) => module.ComboBox<string>,
  Waiting,
);

/**
 * A combo box. Typing filters case-insensitively; leaving an unknown text restores the chosen option. `isLoading`: its options are on their
 * way; an empty box holds its place, so that nobody types into one that has none.
 */
export function ComboBox({ isLoading = false, ...props }: ComboBoxProps<string> & { isLoading?: boolean }) {
  return isLoading ? <Waiting {...props} /> : <Field {...props} />;
}

function Waiting({ label, labelNote, optional, filter, className }: ComboBoxProps<string>) {
  return (
    <div aria-busy className={fieldRoot(className)}>
      {!filter && <FieldLabel label={label} labelNote={labelNote} optional={optional} />}
      <div className={fieldBox} />
    </div>
  );
}
