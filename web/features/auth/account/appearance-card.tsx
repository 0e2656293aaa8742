import { Moon, Sun, SunMoon } from "lucide-react";
import { LANGUAGES } from "#contract/language.ts";
import { chooseLanguage } from "#web/lib/session/language.ts";
import { chooseTheme, useTheme } from "#web/lib/theme.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { LANGUAGE_NAMES, language } from "#web/texts/language.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { AccountRow } from "./account-row.tsx";

export function AppearanceCard() {
  const theme = useTheme();
  return (
    <Card title={t.lookTitle} flush>
      <AccountRow
        title={t.language}
        help={t.languageKept}
        actions={
          <Segmented
            label={t.language}
            segments={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
            value={language()}
            onChange={(next) => void chooseLanguage(next)}
          />
        }
      />
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
