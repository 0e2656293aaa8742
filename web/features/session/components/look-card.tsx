// Language and theme.
import { Moon, Sun, SunMoon } from "lucide-react";
import { chooseLanguage } from "../../../lib/language.ts";
import { chooseTheme, useTheme } from "../../../lib/theme.ts";
import { accountTexts as t } from "../../../texts/account.ts";
import { frameTexts } from "../../../texts/frame.ts";
import { LANGUAGES, language } from "../../../texts/language.ts";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { AccountRow } from "./account-card.tsx";

export function LookCard() {
  const theme = useTheme();
  const languages = (["sv", "en"] as const).flatMap((id) => {
    const info = LANGUAGES[id];
    return info ? [{ id, label: info.name }] : [];
  });
  return (
    <Card title={t.lookTitle} flush>
      {/* Only where there is a choice. */}
      {languages.length > 1 && (
        <AccountRow
          title={t.language}
          help={t.languageKept}
          actions={
            <Segmented
              label={t.language}
              segments={languages}
              value={language}
              onChange={(next) => void chooseLanguage(next)}
            />
          }
        />
      )}
      <AccountRow
        title={t.theme}
        help={t.themeKept}
        actions={
          <Segmented
            label={t.theme}
            segments={[
              { id: "light", label: frameTexts.light, icon: Sun },
              { id: "dark", label: frameTexts.dark, icon: Moon },
              { id: "system", label: frameTexts.followSystem, icon: SunMoon },
            ]}
            value={theme}
            onChange={chooseTheme}
          />
        }
      />
    </Card>
  );
}
