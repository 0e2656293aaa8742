import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PersonDialog } from "../lazy-dialogs.ts";
import { peopleTexts } from "../texts/people.sv.ts";

const DIALOGS = [PersonDialog];

/** Adds a person from a page without the list of people. */
export function AddPersonButton({ variant = "primary" }: { variant?: "primary" | "secondary" }) {
  const [isOpen, setOpen] = useState(false);
  usePrefetched(DIALOGS);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} icon={UserPlus} onPress={() => setOpen(true)} onHoverStart={PersonDialog.prefetch}>
        {peopleTexts.add}
      </Button>
      {isOpen && <PersonDialog person={null} onClose={close} onSaved={close} />}
    </>
  );
}
