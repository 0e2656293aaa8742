// The command palette's content: pages of the area, then acts.
import { CircleUserRound, LogOut, type LucideIcon, Moon, Search, Sun } from "lucide-react";
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
import { signOut } from "../lib/session.ts";
import { chooseTheme, useAppliedTheme } from "../lib/theme.ts";
import { frameTexts } from "../texts/frame.ts";
import type { Area } from "./navigation.ts";

interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  keys?: readonly string[];
  href?: string;
  onAction?: () => void;
}

export function PaletteDialog({ area, onClose }: { area: Area; onClose: () => void }) {
  const { contains } = useFilter({ sensitivity: "base" });
  const theme = useAppliedTheme();
  const pages: Command[] = [
    ...area.items.map(({ to, label, icon, letter }) => ({
      id: to,
      label,
      icon,
      href: to,
      keys: ["G", letter.toUpperCase()],
    })),
    { id: area.account, label: frameTexts.account, icon: CircleUserRound, href: area.account },
  ];
  const other = theme === "dark" ? "light" : "dark";
  const acts: Command[] = [
    {
      id: "theme",
      label: `${frameTexts.theme}: ${theme === "dark" ? frameTexts.light : frameTexts.dark}`,
      icon: theme === "dark" ? Sun : Moon,
      onAction: () => chooseTheme(other),
    },
    { id: "sign-out", label: frameTexts.signOut, icon: LogOut, onAction: () => void signOut() },
  ];
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="motion-scrim fixed inset-0 z-40 flex items-start justify-center bg-scrim px-3 pt-[15vh]"
    >
      <Modal className="motion-dialog w-full max-w-[560px] overflow-hidden rounded-card border border-floating-line bg-raised text-ink shadow-dialog">
        <AriaDialog aria-label={frameTexts.paletteName} className="flex max-h-[60vh] flex-col outline-none">
          <Autocomplete filter={contains}>
            <SearchField
              aria-label={frameTexts.paletteName}
              autoFocus
              className="flex items-center gap-2.5 border-b border-line px-3.5"
            >
              <Search aria-hidden size={16} className="shrink-0 text-ink-2" />
              <Input
                placeholder={frameTexts.search}
                className="h-11 min-w-0 flex-1 bg-transparent text-input text-ink outline-none"
              />
            </SearchField>
            <Menu
              aria-label={frameTexts.paletteName}
              onClose={onClose}
              renderEmptyState={() => (
                <p className="px-2.5 py-4 text-center text-small text-ink-2">{frameTexts.nothingFound}</p>
              )}
              className="min-h-0 overflow-y-auto p-1 outline-none"
            >
              <Section title={frameTexts.goTo} commands={pages} />
              <Section title={frameTexts.actions} commands={acts} />
            </Menu>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Section({ title, commands }: { title: string; commands: readonly Command[] }) {
  return (
    <MenuSection>
      <Header className="px-2.5 pt-2 pb-1 text-meta text-ink-3">{title}</Header>
      {commands.map(({ id, label, icon: Icon, href, onAction, keys = [] }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={label}
          {...(href ? { href } : {})}
          {...(onAction ? { onAction } : {})}
          className="flex min-h-menu-row items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell outline-none data-focused:bg-hover"
        >
          <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {keys.length > 0 && (
            <span aria-hidden className="flex gap-1 coarse:hidden">
              {keys.map((key) => (
                <kbd
                  key={key}
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
