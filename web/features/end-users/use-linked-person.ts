import { useQueryClient } from "@tanstack/react-query";
import { useLinkedRow } from "../../lib/use-linked-row.ts";
import { endUsersTexts } from "../../texts/end-users.ts";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import type { Person } from "./person.ts";

/** Opens the dialog of the person that a link named (`?person=`). */
export function useLinkedPerson(open: (person: Person) => void): void {
  const client = useQueryClient();
  useLinkedRow({
    parameter: "person",
    read: (id) => client.fetchQuery(getEndUserQueryOptions({ id })),
    open,
    goneText: endUsersTexts.personGone,
  });
}
