import { useQuery } from "@tanstack/react-query";
import { Clock, DoorClosed, UserRound } from "lucide-react";
import { stockholmClock } from "#contract/stockholm.ts";
import { useNow } from "#web/lib/now.ts";
import { Button } from "#web/ui/button.tsx";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { getPlacesQueryOptions, type Places } from "../api/get-places.ts";
import { whoTexts as t } from "../texts/who.sv.ts";
import type { Who } from "../use-who.ts";
import { PersonChoice } from "./person-choice.tsx";

/** Asks for the subject of the question and its time. */
export function WhoToolbar({ who, personName }: { who: Who; personName: string | null }) {
  const now = useNow();
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2.5 print:hidden">
      <Segmented
        label={t.by}
        value={who.by}
        onChange={who.setBy}
        className="phone:w-full"
        segments={[
          { id: "place", label: t.byPlace, icon: DoorClosed },
          { id: "person", label: t.byPerson, icon: UserRound },
        ]}
      />
      {who.by === "place" ? <PlaceChoice who={who} /> : <PersonChoice who={who} name={personName} />}
      <div className="flex items-end gap-x-3 phone:w-full phone:gap-x-2">
        <DatePicker label={t.day} filter value={who.day} onChange={who.setDay} className="w-40 phone:flex-1" />
        <TextField
          label={t.clock}
          placeholder={stockholmClock(new Date(now))}
          inputMode="numeric"
          autoComplete="off"
          value={who.typed}
          onChange={who.setTyped}
          errorMessage={who.isReadable ? undefined : t.clockUnreadable}
          className="w-28 phone:w-20"
          inputClassName="tabular"
        />
        <Button icon={Clock} aria-pressed={who.isNow} onPress={who.setNow} isDisabled={who.isNow}>
          {t.now}
        </Button>
      </div>
    </div>
  );
}

function PlaceChoice({ who: { subject, choose } }: { who: Who }) {
  const { data, isPending } = useQuery(getPlacesQueryOptions());
  const value = subject !== null && !("person" in subject) ? keyOf(subject) : null;
  const options = data ? optionsOf(data) : [];
  return (
    <ComboBox
      isLoading={isPending}
      label={t.byPlace}
      placeholder={t.choosePlace}
      options={options}
      value={value}
      onChange={(key) => choose(placeOf(key))}
      className="w-80 phone:w-full"
    />
  );
}

const keyOf = (subject: { door: string } | { gate: string }): string =>
  "door" in subject ? `door ${subject.door}` : `gate ${subject.gate}`;

function placeOf(key: string | null): { door: string } | { gate: string } | null {
  const [kind, id = ""] = key?.split(" ") ?? [];
  if (kind === "door") return { door: id };
  return kind === "gate" ? { gate: id } : null;
}

const optionsOf = ({ doors, gates }: Places) => [
  ...doors.map(({ id, name, door_name, controllers }) => ({
    id: `door ${id}`,
    label: `${door_name?.trim() || name} · ${controllers.name}`,
  })),
  ...gates.map(({ id, name }) => ({ id: `gate ${id}`, label: name })),
];
