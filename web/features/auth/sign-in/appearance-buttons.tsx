import { Languages, Moon, Sun, SunMoon } from "lucide-react";
import { LANGUAGES } from "#contract/language.ts";
import { chooseLanguage } from "#web/lib/session/language.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "#web/lib/theme.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { LANGUAGE_NAMES, language } from "#web/texts/language.ts";
import { Button } from "#web/ui/button.tsx";

const THEME_ICONS = { light: Sun, dark: Moon, system: SunMoon } as const;
const THEME_WORDS: Record<Theme, string> = {
  light: frameTexts.light,
  dark: frameTexts.dark,
  system: frameTexts.followSystem,
};

/** Cycles through the three themes: a menu would be too much on a page with one form. */
export function ThemeButton() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={THEME_ICONS[theme]}
      aria-label={frameTexts.themeNow(THEME_WORDS[theme])}
      onPress={() => chooseTheme(next)}
    >
      {THEME_WORDS[theme]}
    </Button>
  );
}

/** Switches the language. Its name is in the other language, for people who cannot read this one. */
export function LanguageButton() {
  return LANGUAGES.filter((other) => other !== language()).map((other) => (
    <Button key={other} variant="ghost" size="sm" icon={Languages} onPress={() => void chooseLanguage(other)}>
      <span lang={other}>{LANGUAGE_NAMES[other]}</span>
    </Button>
  ));
}
