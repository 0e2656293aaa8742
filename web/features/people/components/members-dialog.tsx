import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Plus, UserMinus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { type AccessGroup, accessGroups, type MembersChange } from "#contract/functions/access-groups.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { lastEndDate } from "#contract/validity.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { formatNumber, formatShortDay } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { clearSent } from "#web/ui/forms/typed-meanwhile.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { SEVERAL, usePreview } from "#web/ui/preview/use-preview.tsx";
import { LoadingWords } from "#web/ui/skeleton.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type GroupMember, getFoundPeopleQueryOptions, getMembersQueryOptions, useGroupChange } from "../api/groups.ts";
import { fullName } from "../person.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";

const PART = 50;

export interface MembersDialogProps {
  group: AccessGroup;
  onClose: () => void;
}

/** Lists a group's people; each change is saved at once. */
export function MembersDialog({ group, onClose }: MembersDialogProps) {
  const [most, setMost] = useState(PART);
  const members = useQuery(getMembersQueryOptions(group.id, most));
  const change = useGroupChange((input: Omit<MembersChange, "id">) =>
    callAction(accessGroups.SET_MEMBERS, { id: group.id, ...input }),
  );
  const preview = usePreview();
  /** Returns true once the change is saved. */
  async function run(input: Omit<MembersChange, "id">, done: string): Promise<boolean> {
    try {
      const body = { action: "SET_MEMBERS", id: group.id, ...input } as const;
      if (!(await preview.confirmed({ call: "access-groups", body }, SEVERAL))) return false;
      await change.mutateAsync(input);
      toastDone("group:members", done);
      return true;
    } catch (error) {
      toastFailure("group:members", error);
      return false;
    }
  }
  const { rows, total } = members.data ?? {};
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.membersTitle(group.name)}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <AddPerson
        organizationId={group.organization_id ?? ""}
        busy={change.isPending}
        onAdd={(id, name, dates) => run({ add: [id], remove: [], ...dates }, t.memberAdded(name))}
      />
      <CodeNotes group={group} />
      <ReadList list={members} failed={t.membersFailed}>
        {rows === undefined && <LoadingWords className="mt-4" />}
        {rows?.length === 0 && <p className="mt-4 text-small text-ink-2">{t.noMembers}</p>}
        <ul className="mt-4 flex flex-col">
          {rows?.map((member) => (
            <Member
              key={member.end_user_id}
              member={member}
              busy={change.isPending}
              onDates={(name, dates) => run({ add: [member.end_user_id], remove: [], ...dates }, t.datesChanged(name))}
              onRemove={(name) => void run({ add: [], remove: [member.end_user_id] }, t.memberRemoved(name))}
            />
          ))}
        </ul>
        {rows !== undefined && rows.length < (total ?? 0) && (
          <Button size="sm" className="mt-3 self-start" onPress={() => setMost(most + PART)}>
            {t.showMore}
          </Button>
        )}
      </ReadList>
      {preview.panel}
    </Dialog>
  );
}

/** Names the people whose codes wait, and those whose code opens nothing at a door. */
function CodeNotes({
  group: { waiting, without_effect: without, without_effect_total: total },
}: {
  group: AccessGroup;
}) {
  return (
    <>
      {waiting > 0 && (
        <Note tone="quiet" className="mt-4">
          {t.wait(formatNumber(waiting), waiting === 1)}
        </Note>
      )}
      {total > 0 && (
        <Note tone="wait" className="mt-4">
          <p>{t.withoutEffect}</p>
          <ul className="list-inside list-disc">
            {without.map(({ end_user_id, access_point_id, person, door }) => (
              <li key={`${end_user_id} ${access_point_id}`} translate="no">
                {t.personAt(person, door)}
              </li>
            ))}
          </ul>
          {total > without.length && <p>{t.more(formatNumber(total - without.length))}</p>}
        </Note>
      )}
    </>
  );
}

interface MemberProps {
  member: GroupMember;
  busy: boolean;
  onDates: (name: string, dates: Dates) => Promise<boolean>;
  onRemove: (name: string) => void;
}

function Member({ member, busy, onDates, onRemove }: MemberProps) {
  const name = fullName(member.end_users);
  const [isEdited, setEdited] = useState(false);
  async function save(dates: Dates): Promise<void> {
    if (await onDates(name, dates)) setEdited(false);
  }
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-0">
      <span translate="no" className="min-w-0 flex-1 truncate font-name text-ink">
        {name}
      </span>
      <span className="tabular shrink-0 text-small text-ink-2">{windowWords(member)}</span>
      <IconButton icon={CalendarDays} label={t.datesOf(name)} isDisabled={busy} onPress={() => setEdited(!isEdited)} />
      <IconButton icon={UserMinus} label={t.removeNamed(name)} isDisabled={busy} onPress={() => onRemove(name)} />
      {isEdited && <MemberDates member={member} busy={busy} onSave={(dates) => void save(dates)} />}
    </li>
  );
}

interface MemberDatesProps {
  member: GroupMember;
  busy: boolean;
  onSave: (dates: Dates) => void;
}

/** Changes a member's dates; an emptied date is removed. */
function MemberDates({ member: { valid_from, valid_to }, busy, onSave }: MemberDatesProps) {
  const dayOf = (instant: string | null) => (instant === null ? null : stockholmDay(new Date(instant)));
  const [now] = useState(() => new Date());
  const [from, setFrom] = useState(dayOf(valid_from));
  const [until, setUntil] = useState(dayOf(valid_to));
  const last = lastEndDate(now);
  return (
    <div className="grid w-full items-end gap-3.5 sm:grid-cols-[1fr_1fr_auto]">
      <DatePicker max={last} label={t.from} optional value={from} onChange={setFrom} />
      <DatePicker
        min={from ?? stockholmDay(now)}
        max={last}
        label={t.until}
        optional
        value={until}
        onChange={setUntil}
      />
      <Button isDisabled={busy} onPress={() => onSave({ from_date: from, end_date: until })}>
        {words.save}
      </Button>
    </div>
  );
}

function windowWords({ valid_from: from, valid_to: to }: GroupMember): string {
  if (from !== null && to !== null) return t.memberWindow(formatShortDay(from), formatShortDay(to));
  if (from !== null) return t.memberFrom(formatShortDay(from));
  return to === null ? t.alwaysMember : t.memberUntil(formatShortDay(to));
}

type Dates = Pick<MembersChange, "from_date" | "end_date">;

interface AddPersonProps {
  organizationId: string;
  busy: boolean;
  onAdd: (id: string, name: string, dates: Dates) => Promise<boolean>;
}

function AddPerson({ organizationId, busy, onAdd }: AddPersonProps) {
  const [now] = useState(() => new Date());
  const [text, setText] = useState("");
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const query = useDeferredValue(text.trim());
  const found = useQuery(getFoundPeopleQueryOptions(organizationId, query));
  const dates = { ...(from !== null && { from_date: from }), ...(until !== null && { end_date: until }) };
  const [today, last] = [stockholmDay(now), lastEndDate(now)];
  async function add(id: string, name: string): Promise<void> {
    if (await onAdd(id, name, dates)) setText(clearSent(text));
  }
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label={t.search}
        value={text}
        onChange={setText}
        busy={query !== "" && found.isFetching}
        shortcut={false}
        autoFocus
      />
      {query !== "" && found.data && (
        <ul className="flex flex-col">
          {found.data.length === 0 && <li className="text-small text-ink-2">{t.noMatch}</li>}
          {found.data.map((person) => {
            const name = fullName(person);
            return (
              <li key={person.id} className="flex items-center gap-3 py-1.5">
                <span translate="no" className="min-w-0 flex-1 truncate text-ink">
                  {name}
                </span>
                <Button
                  size="sm"
                  icon={Plus}
                  aria-label={t.addNamed(name)}
                  isDisabled={busy}
                  onPress={() => void add(person.id, name)}
                >
                  {t.addPerson}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DatePicker min={today} max={last} label={t.from} optional value={from} onChange={setFrom} />
        <DatePicker min={from ?? today} max={last} label={t.until} optional value={until} onChange={setUntil} />
      </div>
      <p className="text-meta text-ink-2">{t.datesHint}</p>
    </div>
  );
}
