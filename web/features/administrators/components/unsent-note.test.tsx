import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnsentNote } from "./unsent-note.tsx";

// Covers: admin.6
test.each([
  ["mail_not_configured", "E-post är inte inställd på servern. Mailet till anna@nord.example väntar"],
  ["queued", "E-postservern tog inte emot mailet till anna@nord.example. Det skickas så snart det går."],
  ["failed", "E-postservern tar inte emot adressen anna@nord.example."],
  ["error", "Lösenordet är bytt men mailet till anna@nord.example kunde inte skickas."],
] as const)("an email that is %s says why, and has what to hand over instead", (mail, sentence) => {
  const unsent = { mail, email: "anna@nord.example", label: "Tillfälligt lösenord", value: "abcd-efgh" };
  const shown = renderToStaticMarkup(<UnsentNote unsent={unsent} onClose={() => undefined} />);
  expect(shown).toContain('role="alert"');
  expect(shown).toContain(sentence);
  expect(shown).toMatch(/aria-label="Kopiera Tillfälligt lösenord[^"]*"[\s\S]*abcd-efgh/);
});
