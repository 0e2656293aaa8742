// The person a form was filled from, and whether somebody else has saved them since.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import type { Person } from "./person.ts";

export interface StoredPerson {
  /** What the form was filled from; null for a new person. */
  base: Person | null;
  /** What the server has now, when that is another version; else null. */
  newer: Person | null;
  /** Takes a version as the one that the form is about. */
  adopt: (person: Person) => void;
  /** Asks the server again. */
  refresh: () => void;
}

export function useStoredPerson(person: Person | null): StoredPerson {
  const [base, adopt] = useState(person);
  const { data, refetch } = useQuery(getEndUserQueryOptions(person));
  return {
    base,
    newer: base !== null && data !== undefined && data.updated_at !== base.updated_at ? data : null,
    adopt,
    refresh: () => void refetch(),
  };
}
