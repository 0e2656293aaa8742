import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { besidesName, findPeopleQueryOptions, nameOf } from "../api/find-people.ts";
import { whoTexts as t } from "../texts/who.sv.ts";
import type { Who } from "../use-who.ts";

/** Shows the chosen person, or a search for one. */
export function PersonChoice({ who: { subject, choose }, name }: { who: Who; name: string | null }) {
  const { role } = useSignedIn();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const found = useQuery(findPeopleQueryOptions(query));
  if (subject !== null)
    return (
      <div className="flex min-h-control items-center gap-2 phone:w-full">
        <UserRound aria-hidden size={16} className="shrink-0 text-ink-2" />
        <span translate="no" className="min-w-0 truncate font-name text-ink">
          {name ?? "–"}
        </span>
        <Button size="sm" onPress={() => choose(null)}>
          {t.otherPerson}
        </Button>
      </div>
    );
  return (
    <div className="relative w-80 phone:w-full">
      <SearchField
        label={t.findPerson}
        value={text}
        onChange={setText}
        busy={query !== "" && found.isFetching}
        shortcut={false}
      />
      {query !== "" && found.data && (
        <ul className="absolute top-full z-30 mt-1 w-full rounded-card border border-floating-line bg-raised p-1 shadow-menu">
          {found.data.length === 0 && <li className="px-2.5 py-2 text-small text-ink-2">{t.noMatch}</li>}
          {found.data.map((person) => (
            <li key={person.id}>
              <Button
                variant="ghost"
                wide
                className="justify-start"
                onPress={() => {
                  setText("");
                  choose({ person: person.id });
                }}
              >
                {[nameOf(person), ...besidesName(person, role === "system_admin")].join(" · ")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
