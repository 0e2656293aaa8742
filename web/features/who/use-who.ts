// The question of the page, which its address holds.
import { useState } from "react";
import { VERDICTS, type Verdict } from "#contract/tables/who-may-pass.ts";
import { addressChoice, addressDay, addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useNow } from "#web/lib/now.ts";
import { type Subject, WHO_KEY, type WhoAsked } from "./api/get-who.ts";
import { askedTime, clockIn, hasPassed } from "./asked-time.ts";

const SHOWS = ["all", ...VERDICTS] as const;
export type Show = "all" | Verdict;

/** Returns the question, and the functions that change it. `asked` null: no place or person is chosen yet. */
export function useWho() {
  const address = useListAddress();
  const search = useSearchText(WHO_KEY, address);
  const now = useNow();
  const [door, gate, person] = ["door", "gate", "user"].map((name) => addressId(address, name));
  const by = person || address.read("by") === "person" ? ("person" as const) : ("place" as const);
  const day = addressDay(address, "day");
  const kept = address.read("time");
  const clock = kept === null ? null : clockIn(kept);
  // The field keeps the typed text; only a valid time is used in the question.
  const [typed, setTyped] = useState<string | null>(null);
  const at = askedTime({ day, clock }, new Date(now));
  const show = addressChoice<Show>(address, "show", SHOWS);
  const subject = subjectOf({ door, gate, person });
  const asked: WhoAsked | null =
    subject === null ? null : { subject, at, verdict: show.value === "all" ? null : show.value, query: search.query };
  const isReadable = typed === null || typed.trim() === "" || clockIn(typed) !== null;

  return {
    asked,
    by,
    subject,
    day,
    typed: typed ?? clock ?? "",
    isReadable,
    isPast: hasPassed(at, new Date(now)),
    isNow: day === null && clock === null,
    search,
    show,
    isFiltered: search.query !== "" || show.value !== "all",
    setBy: (value: "place" | "person") => {
      search.setText("");
      address.change({ by: value === "person" ? value : null, door: null, gate: null, user: null, q: null });
    },
    choose: (chosen: Subject | null) => {
      search.setText("");
      const ids = chosen !== null && "person" in chosen ? { user: chosen.person } : chosen;
      address.change({ door: null, gate: null, user: null, q: null, ...ids });
    },
    setDay: (value: string | null) => address.change({ day: value }, "replace"),
    setTyped: (text: string) => {
      setTyped(text);
      if (text.trim() === "" || clockIn(text) !== null) address.change({ time: clockIn(text) }, "replace");
    },
    setNow: () => {
      setTyped(null);
      address.change({ day: null, time: null });
    },
    clear: () => {
      search.setText("");
      address.change({ q: null, show: null });
    },
  };
}
export type Who = ReturnType<typeof useWho>;

type Ids = Record<"door" | "gate" | "person", string | null | undefined>;

function subjectOf({ door, gate, person }: Ids): Subject | null {
  if (person) return { person };
  if (door) return { door };
  return gate ? { gate } : null;
}
