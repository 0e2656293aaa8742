// Whose portal this is, in the sidebar and on phones' top bar: the organisation's name, or "Webbportal".
import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "../lib/backend.ts";
import { readRow } from "../lib/rows.ts";
import { useSignedIn } from "../lib/session.ts";
import { words } from "../texts/words.ts";

const organizationNameSchema = z.object({ id: z.string(), name: z.string() });

/** The signed-in org admin's organisation (id, name). */
export function getOwnOrganizationQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["organizations", "own", organizationId],
    enabled: organizationId !== null,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      readRow(
        organizationNameSchema,
        backend
          .from("organizations")
          .select("id, name")
          .eq("id", organizationId ?? "")
          .abortSignal(signal)
          .single(),
      ),
  });
}

/** The organisation's name for org admins, "Webbportal" for system admins and until the name is here. */
export function usePlaceName(): string {
  const { organizationId } = useSignedIn();
  const { data } = useQuery(getOwnOrganizationQueryOptions(organizationId));
  return data?.name ?? words.portal;
}
