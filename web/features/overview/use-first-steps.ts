import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { getFirstStepsQueryOptions } from "./api/get-first-steps.ts";

/** Places whose steps were done, or hidden, when this browser last saw them. */
const OVER_KEY = "portal.steps-over";
const HIDDEN_KEY = "portal.steps-hidden";

/** Contents of an overview: the steps, its figures, or nothing while neither is known. */
export type OverviewView = { shows: "steps"; state: FirstSteps; hide: () => void } | { shows: "figures" | "nothing" };

/** Tells whether the page shows the first steps or the figures. Steps that were hidden stay hidden in this browser. */
export function useFirstSteps(): OverviewView {
  const { organizationId } = useSignedIn();
  const place = organizationId ?? "installation";
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) === place);
  const { data, isError } = useQuery(getFirstStepsQueryOptions());
  const finished = data?.finished;
  useEffect(() => {
    if (finished === true) localStorage.setItem(OVER_KEY, place);
    if (finished === false && localStorage.getItem(OVER_KEY) === place) localStorage.removeItem(OVER_KEY);
  }, [finished, place]);
  if (hidden) return { shows: "figures" };
  if (data && !data.finished) {
    const hide = () => {
      localStorage.setItem(HIDDEN_KEY, place);
      setHidden(true);
    };
    return { shows: "steps", state: data, hide };
  }
  // The figures do not wait: the last known state is shown until the answer comes.
  return { shows: data || isError || localStorage.getItem(OVER_KEY) === place ? "figures" : "nothing" };
}
