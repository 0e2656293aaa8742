import { Languages, Menu as MenuIcon, Moon, Search, Sun, SunMoon } from "lucide-react";
import { Button } from "react-aria-components";
import { LANGUAGES } from "#contract/language.ts";
import { cx } from "#web/lib/cx.ts";
import { usePlaceName } from "#web/lib/frame/place-name.ts";
import { chooseLanguage } from "#web/lib/session/language.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "#web/lib/theme.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { LANGUAGE_NAMES, language } from "#web/texts/language.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { paletteTexts } from "#web/texts/palette.sv.ts";
import { Menu } from "#web/ui/dialogs/menu.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useToastRoom } from "#web/ui/toasts/toast-clearance.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import type { Area } from "./navigation.ts";
import { SyncSummary } from "./sync-summary.tsx";

export interface TopBarProps {
  area: Area;
  wide: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar({ area, wide, onMenu, onSearch }: TopBarProps) {
  const room = useToastRoom<HTMLDivElement>();
  return (
    <header
      className={cx(
        "sticky top-0 z-20 flex shrink-0 items-center gap-2 border-b border-line bg-canvas print:hidden",
        wide ? "h-12 px-6" : "h-13 px-2 sm:px-4",
      )}
    >
      {wide ? <CommandField onSearch={onSearch} /> : <Place onMenu={onMenu} />}
      <div ref={room} aria-hidden className="min-w-0 flex-1" />
      <div className="flex items-center gap-1 lg:gap-3">
        <SyncSummary area={area} wide={wide} />
        {!wide && <IconButton icon={Search} label={paletteTexts.searchShort} onPress={onSearch} />}
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
      <IconButton icon={MenuIcon} label={navigationTexts.openMenu} onPress={onMenu} />
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
      <span className="min-w-0 flex-1 truncate text-left">{paletteTexts.search}</span>
      <kbd
        aria-hidden
        className="rounded-plate border border-line bg-sunken px-1.5 font-sans text-floor text-ink-2 coarse:hidden"
      >
        {paletteTexts.searchKeys}
      </kbd>
    </Button>
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
    label: LANGUAGE_NAMES[id],
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
