import {
  Check,
  CircleAlert,
  Clock,
  Languages,
  Menu as MenuIcon,
  Moon,
  RefreshCw,
  Search,
  Sun,
  SunMoon,
} from "lucide-react";
import { Button, Link } from "react-aria-components";
import { LANGUAGES } from "#contract/language.ts";
import { cx } from "#web/lib/cx.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useSyncSummary } from "#web/lib/frame-figures.ts";
import { chooseLanguage } from "#web/lib/language.ts";
import { usePlaceName } from "#web/lib/place-name.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "#web/lib/theme.ts";
import { frameTexts } from "#web/texts/frame.ts";
import { LANGUAGE_INFO, language } from "#web/texts/language.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import type { Area } from "./navigation.ts";

export interface TopBarProps {
  area: Area;
  wide: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar({ area, wide, onMenu, onSearch }: TopBarProps) {
  return (
    <header
      className={cx(
        "sticky top-0 z-20 flex shrink-0 items-center gap-2 border-b border-line bg-canvas",
        wide ? "h-12 px-6" : "h-13 px-2 sm:px-4",
      )}
    >
      {wide ? <CommandField onSearch={onSearch} /> : <Place onMenu={onMenu} />}
      <div className="ml-auto flex items-center gap-1 lg:gap-3">
        <SyncSummary area={area} wide={wide} />
        {!wide && <IconButton icon={Search} label={frameTexts.searchShort} onPress={onSearch} />}
        <ThemeButton />
      </div>
      <ConnectionBar />
    </header>
  );
}

function Place({ onMenu }: { onMenu: () => void }) {
  const place = usePlaceName();
  return (
    <>
      <IconButton icon={MenuIcon} label={frameTexts.openMenu} onPress={onMenu} />
      <span className="min-w-0 truncate text-body font-strong text-ink">{place}</span>
    </>
  );
}

function CommandField({ onSearch }: { onSearch: () => void }) {
  return (
    <Button
      onPress={onSearch}
      aria-keyshortcuts="Control+K Meta+K"
      className="ring-focus flex h-[30px] w-[300px] items-center gap-2 rounded-control border border-line-strong bg-surface px-2 text-small text-ink-2 transition-colors duration-100 data-hovered:bg-hover dark:bg-transparent"
    >
      <Search aria-hidden size={15} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{frameTexts.search}</span>
      <kbd aria-hidden className="rounded-plate border border-line bg-sunken px-1.5 font-sans text-floor text-ink-2">
        {frameTexts.searchKeys}
      </kbd>
    </Button>
  );
}

function SyncSummary({ area, wide }: { area: Area; wide: boolean }) {
  const summary = useSyncSummary();
  // Reserves its room on phones, so that its neighbours do not move.
  if (!summary) return wide ? null : <span className="h-icon-h w-icon-w" />;
  const { waiting, failed } = summary;
  const text = [
    waiting > 0 && frameTexts.waiting(formatNumber(waiting)),
    failed > 0 && frameTexts.failed(formatNumber(failed)),
  ]
    .filter(Boolean)
    .join(" · ");
  if (!wide)
    return (
      <Link
        href={area.sync}
        aria-label={`${frameTexts.sync}: ${text || frameTexts.allSynced}`}
        className="ring-focus relative inline-flex h-icon-h w-icon-w items-center justify-center rounded-chip text-ink-2"
      >
        <RefreshCw aria-hidden size={18} />
        {waiting + failed > 0 && (
          <span
            aria-hidden
            className="tabular absolute top-0.5 right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-danger px-1 text-floor font-bold text-on-accent"
          >
            {Math.min(waiting + failed, 99)}
          </span>
        )}
      </Link>
    );
  return (
    <Link
      href={area.sync}
      className="ring-focus tabular inline-flex items-center gap-1.5 rounded-chip px-1.5 py-1 text-small text-ink data-hovered:bg-hover"
    >
      {text === "" && (
        <>
          <Check aria-hidden size={15} className="text-ok" />
          {frameTexts.allSynced}
        </>
      )}
      {waiting > 0 && (
        <>
          <Clock aria-hidden size={15} className="text-wait" />
          {frameTexts.waiting(formatNumber(waiting))}
        </>
      )}
      {waiting > 0 && failed > 0 && <span aria-hidden>·</span>}
      {failed > 0 && (
        <>
          <CircleAlert aria-hidden size={15} className="text-fail" />
          {frameTexts.failed(formatNumber(failed))}
        </>
      )}
    </Link>
  );
}

const THEME_ICONS = { light: Sun, dark: Moon, system: SunMoon } as const;
const THEME_WORDS: Record<Theme, string> = {
  light: frameTexts.light,
  dark: frameTexts.dark,
  system: frameTexts.followSystem,
};

function ThemeButton() {
  const theme = useTheme();
  const themes = THEMES.map((id) => ({
    id,
    label: THEME_WORDS[id],
    icon: THEME_ICONS[id],
    onAction: () => chooseTheme(id),
    isChosen: id === theme,
    group: "theme",
  }));
  const languages = LANGUAGES.map((id) => ({
    id,
    label: LANGUAGE_INFO[id].name,
    icon: Languages,
    onAction: () => void chooseLanguage(id),
    isChosen: id === language(),
    group: "language",
  }));
  return (
    <Menu label={frameTexts.themeAndLanguage} actions={[...themes, ...languages]}>
      <IconButton
        icon={THEME_ICONS[theme]}
        label={frameTexts.themeNow(THEME_WORDS[theme])}
        tooltip={frameTexts.themeAndLanguage}
      />
    </Menu>
  );
}
