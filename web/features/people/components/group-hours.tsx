import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { GroupForm } from "#contract/forms/group.ts";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";
import { doorName, shownDoors } from "#web/lib/controllers/assigned-controllers.ts";
import { weekWords } from "#web/lib/doors/schedule-words.ts";
import { getGroupSchedulesQueryOptions } from "#web/lib/doors/schedules.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import type { PortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { groupsTexts as t } from "../texts/groups.sv.ts";

const ALWAYS = "always";
const MOST_IN_SELECT = 8;

export interface GroupHoursProps {
  form: PortalForm<GroupForm, GroupForm>;
  group: AccessGroup | null;
  access: readonly AssignedController[] | undefined;
}

/** Asks for the hours of each chosen door and gate. Absent while there is no schedule to choose. */
export function GroupHours({ form, group, access = [] }: GroupHoursProps) {
  const { control, setValue } = form;
  const [organizationId, doors, gates, chosen] = useWatch({
    control,
    name: ["organization_id", "doors", "gates", "schedules"],
  });
  const { data: listed = [] } = useQuery({
    ...getGroupSchedulesQueryOptions(organizationId),
    enabled: organizationId !== "",
  });
  const others = hiddenSchedules(group, listed);
  if (listed.length + others.length === 0 || doors.length + gates.length === 0) return null;
  const options = [
    { id: ALWAYS, label: t.always },
    ...listed.map((one) => ({ id: one.id, label: one.name, description: weekWords(one) })),
    ...others.map(({ id, name }) => ({ id, label: name })),
  ];
  const names = namesOf(group, access);
  const order = [...names.keys()];
  const lists = access.filter(({ id, list_sync }) => list_sync && gates.includes(id) && (chosen[id] ?? null) !== null);
  const unable = access.filter(
    (one) =>
      one.keeps_hours === false &&
      one.access_points.some(({ id }) => doors.includes(id) && (chosen[id] ?? null) !== null),
  );
  const places = [...doors, ...gates].toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-strong text-ink">{t.hours}</legend>
      <p className="text-small text-ink-2">{t.hoursHelp}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {places.map((place) => (
          <PlaceHours
            key={place}
            label={names.get(place) ?? t.unknownPlace}
            value={chosen[place] ?? null}
            options={options}
            onChange={(id) => setValue("schedules", { ...chosen, [place]: id }, { shouldDirty: true })}
          />
        ))}
      </div>
      {unable.map(({ id, name }) => (
        <Note key={id} tone="fail">
          {t.noHoursAt(name)}
        </Note>
      ))}
      {lists.map(({ id, name }) => (
        <Note key={id} tone="wait">
          {t.notOnList(name)}
        </Note>
      ))}
    </fieldset>
  );
}

interface PlaceHoursProps {
  label: string;
  /** Null: always. */
  value: string | null;
  options: { id: string; label: string; description?: string }[];
  onChange: (id: string | null) => void;
}

function PlaceHours({ value, onChange, ...shown }: PlaceHoursProps) {
  const field = {
    ...shown,
    value: value ?? ALWAYS,
    onChange: (id: string | null) => onChange(id === ALWAYS ? null : id),
  };
  return field.options.length > MOST_IN_SELECT ? <ComboBox {...field} /> : <Select {...field} />;
}

/** Returns the group's schedules that are not listed, such as deleted ones. They stay chosen until somebody chooses another. */
function hiddenSchedules(group: AccessGroup | null, listed: readonly { id: string }[]) {
  const had = [...(group?.doors ?? []), ...(group?.gates ?? [])].flatMap(({ schedule }) => schedule ?? []);
  return had.filter(
    ({ id }, index) => !listed.some((one) => one.id === id) && had.findIndex((one) => one.id === id) === index,
  );
}

/** Returns the names of places, in the order in which they are offered. */
function namesOf(group: AccessGroup | null, access: readonly AssignedController[]): ReadonlyMap<string, string> {
  const offered = access.flatMap((controller) => [
    ...shownDoors(controller).map((door) => [door.id, doorName(door)] as const),
    [controller.id, controller.name] as const,
  ]);
  const had = [...(group?.doors ?? []), ...(group?.gates ?? [])].flatMap(
    ({ access_point_id: door, controller_id: gate, name }) => (name === null ? [] : [[door ?? gate, name] as const]),
  );
  return new Map([...offered, ...had]);
}
