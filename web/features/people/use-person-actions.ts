import { CalendarPlus, Handshake, Link2, Pencil, Trash2 } from "lucide-react";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { useExtendCredentials } from "#web/lib/people/extend-credentials.ts";
import { personAddress } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { linkTexts } from "#web/texts/links.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import type { RowAction } from "#web/ui/table/columns.ts";
import { copyLink } from "#web/ui/toasts/copy-link.ts";
import { type Act, endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { credentialsOf, type Person } from "./person.ts";
import { handoverTexts } from "./texts/handover.sv.ts";
import { peopleTexts } from "./texts/people.sv.ts";

interface PersonActionOptions {
  onEdit: (person: Person) => void;
  onHandOver: (person: Person) => void;
  onDelete?: ((person: Person) => void) | undefined;
}

/** Returns the buttons of a row of the list. */
export function usePersonActions({ onEdit, onHandOver, onDelete }: PersonActionOptions) {
  const { role } = useSignedIn();
  const { extend, undo } = useExtendCredentials();
  const extendPerson = async (person: Person) => {
    const act: Act = `person:extend ${person.id}`;
    endToasts(act);
    try {
      const { reportExtensions } = await fetchPart(import("./extension-outcome.tsx"));
      reportExtensions({ act, people: [person], reply: await extend(person.credentials.map(({ id }) => id)), undo });
    } catch (error) {
      toastFailure(act, error);
    }
  };
  return (person: Person): RowAction[] => {
    const actions: RowAction[] = [
      { id: "edit", label: peopleTexts.editShort, icon: Pencil, quick: true, onAction: () => onEdit(person) },
    ];
    if (person.credentials.length > 0)
      actions.unshift({
        id: "extend",
        label: peopleTexts.extend,
        icon: CalendarPlus,
        quick: "wide",
        onCard: true,
        onAction: () => void extendPerson(person),
      });
    if (credentialsOf(person, "pin").length > 0)
      actions.push({
        id: "hand-over",
        label: handoverTexts.open,
        icon: Handshake,
        onAction: () => onHandOver(person),
      });
    actions.push({
      id: "link",
      label: linkTexts.copy,
      icon: Link2,
      onAction: () => void copyLink(personAddress(role, person.id)),
    });
    if (onDelete)
      actions.push({
        id: "delete",
        label: words.remove,
        icon: Trash2,
        quick: true,
        tone: "danger",
        onAction: () => onDelete(person),
      });
    return actions;
  };
}
