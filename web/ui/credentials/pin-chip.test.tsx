import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PinChip } from "./pin-chip.tsx";

// Covers: 9.2
test("a hidden PIN is four dots, and says no length", () => {
  const shown = renderToStaticMarkup(<PinChip onReveal={async () => "481625"} />);
  expect(shown).toContain('aria-label="PIN, dold"');
  expect(shown.replace(/<[^>]*>/g, "")).toBe("••••");
});
