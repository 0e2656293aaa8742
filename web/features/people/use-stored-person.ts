import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accessSeen } from "#contract/access-seen.ts";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import type { Person } from "./person.ts";

export interface StoredPerson {
  /** Null for a new person. */
  base: Person | null;
  /** The server's version when it differs from `base`, else null. */
  newer: Person | null;
  adopt: (person: Person) => void;
  refresh: () => void;
}

/** Follows a person while the form is open. `newer`: somebody else has saved meanwhile. */
export function useStoredPerson(person: Person | null): StoredPerson {
  const [base, adopt] = useState(person);
  const { data, refetch } = useQuery(getEndUserQueryOptions(person));
  return {
    base,
    newer: base !== null && data !== undefined && isChanged(base, data) ? data : null,
    adopt,
    refresh: () => void refetch(),
  };
}

/** A group, a fix or an extension changes a person's access without a save of the person. */
const isChanged = (before: Person, after: Person): boolean =>
  after.updated_at !== before.updated_at || accessSeen(after).join() !== accessSeen(before).join();
