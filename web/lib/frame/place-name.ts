// The place's name in the sidebar and on phones' top bar: the organisation's, or "Webbportal".
import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { placeLine } from "./place-line.ts";
import { clearPlace, recallPlace, rememberPlace } from "./remembered-place.ts";

const organizationNameSchema = z.object({ id: z.string(), name: z.string() });

onPersonLeft(clearPlace);

/** Reads the organisation's name, and shows the remembered one until it has come. */
export function getOwnOrganizationQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["organizations", "own", organizationId],
    enabled: organizationId !== null,
    staleTime: 5 * 60_000,
    placeholderData: () => {
      const name = recallPlace(organizationId);
      return organizationId !== null && name !== null ? { id: organizationId, name } : undefined;
    },
    queryFn: async ({ signal }) => {
      const own = await readRow(
        organizationNameSchema,
        backend
          .from("organizations")
          .select("id, name")
          .eq("id", organizationId ?? "")
          .abortSignal(signal)
          .single(),
      );
      rememberPlace(own.id, own.name);
      return own;
    },
  });
}

/** Returns "Webbportal" for system admins; until the name is fetched, the one that this browser remembers. */
export function usePlaceName(): string {
  return useOwnOrganizationName() ?? words.portal;
}

/** Returns a line about the place; the line changes when its name has come. */
export function usePlaceLine(line: (place: string) => string): string {
  return placeLine(useOwnOrganizationName(), line);
}

function useOwnOrganizationName(): string | undefined {
  const { organizationId } = useSignedIn();
  return useQuery(getOwnOrganizationQueryOptions(organizationId)).data?.name;
}
