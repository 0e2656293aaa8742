import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { PERSON_COLUMNS, type Person, personRow } from "../person.ts";

/** Reads a person, so that the dialog notices another's save. Null fetches nothing. */
export function getEndUserQueryOptions(person: Pick<Person, "id"> | null) {
  return queryOptions({
    queryKey: ["end-users", "detail", person?.id],
    enabled: person !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => {
      const call = backend.from("end_users").select(PERSON_COLUMNS);
      return readRow(
        personRow,
        call
          .eq("id", person?.id ?? "")
          .abortSignal(signal)
          .single(),
      );
    },
  });
}
