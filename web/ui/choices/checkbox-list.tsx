import { ChevronDown, ChevronRight, CircleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import type { FieldRef } from "#web/ui/fields/field.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { OnlinePill, Pill } from "#web/ui/pill.tsx";
import { Checkbox } from "./checkbox.tsx";
import { type OpenGroups, openedByTick } from "./open-groups.ts";

export interface CheckboxListItem {
  id: string;
  name: string;
  description?: string | undefined;
  /** A warning for people who choose the item, on a separate line. */
  caution?: string | undefined;
}

export interface CheckboxListGroup {
  id: string;
  name: string;
  online?: boolean | undefined;
  /** A grey word in place of the pill, such as "Pausad". */
  note?: string | undefined;
  /** Items without a header row: gates are their own controllers. */
  bare?: boolean | undefined;
  items: readonly CheckboxListItem[];
}

export interface CheckboxListProps {
  label: string;
  groups: readonly CheckboxListGroup[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  countWords: (count: number) => string;
  /** Shown when a chosen controller does not answer: "Skrivs när styrenheten svarar." */
  offlineHint?: string | undefined;
  searchLabel?: string | undefined;
  emptyText: string;
  errorMessage?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** The form field that gets the focus when nothing is chosen. */
  name?: string | undefined;
  inputRef?: FieldRef | undefined;
}

/**
 * A list of checkboxes. Search appears from nine items on. Groups with a choice start open; a ticked group opens where an item has a
 * caution; a search opens all.
 */
export function CheckboxList(props: CheckboxListProps) {
  const { label, groups, value, onChange, countWords, errorMessage, emptyText, offlineHint, searchLabel } = props;
  const id = useId();
  const [search, setSearch] = useState("");
  const opening = useOpenGroups(groups, value);
  const total = groups.reduce((sum, group) => sum + group.items.length, 0);
  const shown = search === "" ? groups : filterGroups(groups, search);
  const offlineChosen = groups.some((group) => group.online === false && chosenIn(group, value) > 0);

  function choose(ids: readonly string[], on: boolean): void {
    const rest = value.filter((chosen) => !ids.includes(chosen));
    onChange(on ? [...rest, ...ids] : rest);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be the flex column we need in all browsers
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
      onBlur={() => props.onBlur?.()}
      className="flex min-w-0 flex-col"
    >
      <ListLabel id={`${id}-label`} label={label} count={words.chosenOf(value.length, total)} />
      {total >= SEARCH_FROM && (
        <SearchField
          label={searchLabel ?? words.searchIn(label)}
          value={search}
          onChange={setSearch}
          shortcut={false}
          className="mb-1.5"
        />
      )}
      <div
        ref={props.inputRef ?? null}
        data-field={props.name}
        tabIndex={-1}
        className={cx(
          "ring-field max-h-[260px] overflow-y-auto rounded-control border bg-surface focus-visible:outline-focus",
          errorMessage ? "border-fail" : "border-field",
        )}
      >
        {shown.length === 0 && (
          <p className="px-3 py-2.5 text-small text-ink-2">{search === "" ? emptyText : words.noOptions}</p>
        )}
        {shown.map((group) => (
          <Group key={group.id} {...{ group, value, choose, countWords }} {...opening.of(group, search !== "")} />
        ))}
      </div>
      <p id={`${id}-help`} className="mt-[5px] flex items-start gap-1.5 text-meta empty:hidden">
        {errorMessage ? (
          <ErrorText>{errorMessage}</ErrorText>
        ) : (
          offlineChosen && offlineHint && <span className="text-wait-ink">{offlineHint}</span>
        )}
      </p>
    </div>
  );
}

const SEARCH_FROM = 9;

function ListLabel({ id, label, count }: { id: string; label: string; count: string }) {
  return (
    <div className="mb-1.5 flex items-baseline justify-between gap-3 text-small">
      <span id={id} className="font-name text-ink">
        {label}
      </span>
      <span role="status" className="tabular text-ink-2">
        {count}
      </span>
    </div>
  );
}

/** Returns whether a group is open: as somebody left it, else when it started with a choice. */
function useOpenGroups(groups: readonly CheckboxListGroup[], value: readonly string[]) {
  const [byHand, setByHand] = useState<OpenGroups>(new Map());
  const startOpen = () =>
    new Set(groups.filter((group) => groups.length === 1 || chosenIn(group, value) > 0).map((group) => group.id));
  // The list may be drawn before its groups come.
  const [openAtStart, setOpenAtStart] = useState(() => (groups.length > 0 ? startOpen() : null));
  if (openAtStart === null && groups.length > 0) setOpenAtStart(startOpen());
  return {
    of: (group: CheckboxListGroup, isSearched: boolean) => {
      const open = isSearched || (byHand.get(group.id) ?? openAtStart?.has(group.id) ?? false);
      return {
        open,
        onToggle: () => setByHand(new Map(byHand).set(group.id, !open)),
        onTick: (on: boolean) => setByHand(openedByTick(byHand, group, on)),
      };
    },
  };
}

interface GroupProps extends ItemsProps {
  open: boolean;
  onToggle: () => void;
  /** Ticks the whole group. */
  onTick: (on: boolean) => void;
  countWords: (count: number) => string;
}

function Group({ group, value, open, onToggle, onTick, choose, countWords }: GroupProps) {
  const chosen = chosenIn(group, value);
  const all = group.items.length > 0 && chosen === group.items.length;
  const Chevron = open ? ChevronDown : ChevronRight;
  if (group.bare) return <Items group={group} value={value} choose={choose} />;
  return (
    <div className="border-b border-line last:border-b-0">
      <div className="flex min-h-8.5 items-center gap-2.5 bg-sunken px-3 forced-colors:border-b">
        <Checkbox
          value={all}
          isIndeterminate={chosen > 0 && !all}
          onChange={(on) => {
            choose(
              group.items.map((item) => item.id),
              on,
            );
            onTick(on);
          }}
          className="min-w-0 flex-1 py-1 font-name"
        >
          <span title={group.name} className="block truncate">
            {group.name}
          </span>
        </Checkbox>
        {group.note !== undefined && <Pill tone="idle">{group.note}</Pill>}
        {group.online !== undefined && <OnlinePill online={group.online} />}
        <Button
          aria-expanded={open}
          aria-label={`${group.name}, ${countWords(group.items.length)}`}
          onPress={onToggle}
          className="ring-focus inline-flex min-h-7 items-center gap-1.5 rounded-chip px-1 text-small text-ink-2 data-hovered:text-ink coarse:min-h-11"
        >
          {!open && (
            <span className={cx(group.online !== undefined && "phone:hidden")}>{countWords(group.items.length)}</span>
          )}
          <Chevron aria-hidden size={16} />
        </Button>
      </div>
      {open && (
        <div className="border-t border-line-soft">
          <Items group={group} value={value} choose={choose} />
        </div>
      )}
    </div>
  );
}

interface ItemsProps {
  group: CheckboxListGroup;
  value: readonly string[];
  choose: (ids: readonly string[], on: boolean) => void;
}

function Items({ group, value, choose }: ItemsProps) {
  return group.items.map((item) => (
    <Checkbox
      key={item.id}
      value={value.includes(item.id)}
      onChange={(on) => choose([item.id], on)}
      className="min-h-8.5 border-b border-line-soft px-3 py-1 last:border-b-0"
    >
      <span className="flex min-w-0 items-baseline justify-between gap-3 phone:flex-col phone:gap-0">
        <span title={item.name} className={cx("truncate", item.description && "max-w-[70%] shrink-0 phone:max-w-full")}>
          {item.name}
        </span>
        {item.description && (
          <span title={item.description} className="min-w-0 truncate text-small text-ink-2 phone:max-w-full">
            {item.description}
          </span>
        )}
      </span>
      {item.caution !== undefined && <span className="block pb-0.5 text-meta text-wait-ink">{item.caution}</span>}
    </Checkbox>
  ));
}

function ErrorText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert aria-hidden size={14} className="mt-px shrink-0 text-fail" />
      <span className="text-fail-ink">{children}</span>
    </>
  );
}

function chosenIn(group: CheckboxListGroup, value: readonly string[]): number {
  return group.items.filter((item) => value.includes(item.id)).length;
}

function filterGroups(groups: readonly CheckboxListGroup[], search: string): CheckboxListGroup[] {
  const desired = search.trim().toLocaleLowerCase("sv");
  const matches = (text: string) => text.toLocaleLowerCase("sv").includes(desired);
  return groups.flatMap((group) => {
    if (matches(group.name)) return [group];
    const items = group.items.filter((item) => matches(item.name) || matches(item.description ?? ""));
    return items.length > 0 ? [{ ...group, items }] : [];
  });
}
