import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { BookOpen, CircleUserRound, Keyboard, Languages, LogOut, Moon, Search, Sun } from "lucide-react";
import {
  Dialog as AriaDialog,
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import { HANDBOOK } from "#contract/handbook-address.ts";
import { LANGUAGES } from "#contract/language.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { type SearchText, useSearchText } from "#web/lib/lists/use-search-text.ts";
import { chooseLanguage } from "#web/lib/session/language.ts";
import { signOut, useSignedIn } from "#web/lib/session/session.ts";
import { chooseTheme, useAppliedTheme } from "#web/lib/theme.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { LANGUAGE_NAMES, language } from "#web/texts/language.ts";
import { paletteTexts } from "#web/texts/palette.sv.ts";
import { paletteActTexts } from "#web/texts/palette-acts.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { FIND_KEY, findAnythingQueryOptions, findLatelyRefusedQueryOptions } from "./api/find-anything.ts";
import { type KeptKeys, useAdoptedKeys } from "./kept-keys.ts";
import type { Area } from "./navigation.ts";
import { headActs, otherActs } from "./palette-acts.ts";
import { addCommands, type Command, type CommandGroup, foundCommands } from "./palette-commands.ts";

/** Returns other words for a page: "larm" finds Dörrar and Drift. */
const pageWords = (label: string): string => paletteActTexts.pageWords.find(([page]) => page === label)?.[1] ?? "";

/** Further plates are only counted. */
const MOST_PLATES = 3;

export interface PaletteDialogProps {
  area: Area;
  /** Returns the keys that were typed before this chunk was fetched. */
  takeKeys: () => KeptKeys;
  onClose: () => void;
  onShortcuts: () => void;
}

export function PaletteDialog({ area, takeKeys, onClose, onShortcuts }: PaletteDialogProps) {
  const search = useSearchText(FIND_KEY);
  useAdoptedKeys(takeKeys, search.setText);
  const { sections, isFailed } = usePaletteSections(area, search, onShortcuts);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="motion-scrim fixed inset-0 z-40 flex items-start justify-center bg-scrim px-3 pt-[15vh]"
    >
      <Modal className="motion-dialog w-full max-w-[560px] overflow-hidden rounded-card border border-floating-line bg-raised text-ink shadow-dialog">
        <AriaDialog aria-label={paletteTexts.paletteName} className="flex max-h-[60vh] flex-col outline-none">
          <Autocomplete inputValue={search.text} onInputChange={search.setText}>
            <SearchField
              aria-label={paletteTexts.paletteName}
              autoFocus
              className="flex items-center gap-2.5 border-b border-line px-3.5"
            >
              <span aria-hidden className="flex shrink-0 text-ink-2">
                {search.isSearching ? <Spinner size={16} /> : <Search size={16} />}
              </span>
              <Input
                placeholder={paletteTexts.search}
                className="h-11 min-w-0 flex-1 bg-transparent text-input text-ink outline-none"
              />
            </SearchField>
            <Menu
              aria-label={paletteTexts.paletteName}
              onClose={onClose}
              renderEmptyState={() => (
                <p className="px-2.5 py-4 text-center text-small text-ink-2">
                  {search.isSearching ? paletteTexts.searching : paletteTexts.nothingFound}
                </p>
              )}
              className="min-h-0 overflow-y-auto p-1 outline-none"
            >
              {sections.map((section) => (
                <Section key={section.title} {...section} />
              ))}
            </Menu>
          </Autocomplete>
          <p role="status" className="border-line px-3.5 text-small text-fail-ink not-empty:border-t not-empty:py-2">
            {isFailed && paletteTexts.findFailed}
          </p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Returns the pages, acts and found rows that fit what is typed. */
function usePaletteSections(area: Area, search: SearchText, onShortcuts: () => void) {
  const { contains } = useFilter({ sensitivity: "base" });
  const { role } = useSignedIn();
  const { data: found, isError, isPlaceholderData } = useQuery(findAnythingQueryOptions(search.query, role));
  const hasPeople = found !== undefined && found.people.length > 0;
  const lately = useQuery(findLatelyRefusedQueryOptions(search.query, role, hasPeople && !isPlaceholderData));
  const refused = hasPeople && lately.data ? lately.data : [];
  const pages = pageCommands(area);
  const actions = useActions(area, { isTyped: search.text.trim() !== "", onShortcuts });
  const isFound = (text: string) => contains(text, search.text.trim());
  const typed = (commands: readonly Command[]) =>
    commands.filter(({ label, also }) => isFound(label) || (also !== undefined && isFound(also)));
  const sections = [
    { title: paletteTexts.goTo, commands: typed(pages) },
    { title: paletteTexts.actions, commands: typed(actions) },
    ...foundCommands(area, found && { ...found, why: [...found.why, ...refused] }),
  ].filter(({ commands }) => commands.length > 0);
  return { sections, isFailed: isError || lately.isError };
}

function pageCommands(area: Area): Command[] {
  return [
    ...area.items.map(({ to, label, icon, letter }) => ({
      id: to,
      label,
      also: pageWords(label),
      icon,
      href: to,
      keys: ["G", letter.toUpperCase()],
    })),
    {
      id: area.account,
      label: frameTexts.account,
      also: pageWords(frameTexts.account),
      icon: CircleUserRound,
      href: area.account,
    },
  ];
}

function useActions(area: Area, { isTyped, onShortcuts }: { isTyped: boolean; onShortcuts: () => void }): Command[] {
  const theme = useAppliedTheme();
  const { pathname } = useLocation();
  const other = theme === "dark" ? "light" : "dark";
  const also = paletteActTexts.otherWords;
  return [
    ...addCommands(area),
    ...headActs(area),
    ...(isTyped ? [...otherActs(area), ...frameActs(pathname)] : []),
    {
      id: "theme",
      label: `${frameTexts.theme}: ${theme === "dark" ? frameTexts.light : frameTexts.dark}`,
      also: also.theme,
      icon: theme === "dark" ? Sun : Moon,
      onAction: () => chooseTheme(other),
    },
    {
      id: "shortcuts",
      label: paletteActTexts.shortcuts,
      also: also.shortcuts,
      icon: Keyboard,
      keys: ["?"],
      onAction: onShortcuts,
    },
    { id: "sign-out", label: frameTexts.signOut, also: also.signOut, icon: LogOut, onAction: () => void signOut() },
  ];
}

/** Returns the acts of the frame around every page that are worth no line before anything is typed. */
function frameActs(pathname: string): Command[] {
  const others = LANGUAGES.filter((one) => one !== language());
  return [
    ...others.map((one) => ({
      id: `language ${one}`,
      label: LANGUAGE_NAMES[one],
      also: paletteActTexts.otherWords.language,
      icon: Languages,
      onAction: () => void chooseLanguage(one),
    })),
    {
      id: "handbook",
      label: frameTexts.handbook,
      also: paletteActTexts.otherWords.handbook,
      icon: BookOpen,
      href: `${HANDBOOK}?from=${pathname}`,
      target: "_blank",
    },
  ];
}

function Section({ title, commands }: CommandGroup) {
  return (
    <MenuSection>
      <Header className="px-2.5 pt-2 pb-1 text-meta text-ink-3">{title}</Header>
      {commands.map(({ id, label, time, note, plates = [], icon: Icon, href, target, onAction, keys = [] }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={label}
          {...(href ? { href } : {})}
          {...(target ? { target } : {})}
          {...(onAction ? { onAction } : {})}
          className="flex min-h-menu-row items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell outline-none data-focused:bg-hover"
        >
          <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
          {/* On a phone the plates stand below a long name. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 flex-auto truncate phone:whitespace-normal">
              {label}
              {time && (
                <span className="text-ink-2">
                  {"\u00a0·"} <span className="whitespace-nowrap">{time}</span>
                </span>
              )}
              {note && <span className="text-ink-2"> · {note}</span>}
            </span>
            {plates.slice(0, MOST_PLATES).map((plate) => (
              <PlateChip key={plate} plate={plate} />
            ))}
            {plates.length > MOST_PLATES && (
              <span className="shrink-0 text-meta text-ink-2">+ {formatNumber(plates.length - MOST_PLATES)}</span>
            )}
          </span>
          {keys.length > 0 && (
            <span aria-hidden className="flex gap-1 coarse:hidden">
              {keys.map((key, place) => (
                <kbd
                  // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and has no other identity than its place
                  key={place}
                  className="rounded-plate border border-line bg-sunken px-1.5 font-sans text-floor text-ink-2"
                >
                  {key}
                </kbd>
              ))}
            </span>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
