// What the preview says of a file before anything of it is imported.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { splitText } from "#contract/read-csv.ts";
import { makePreview } from "../preview.ts";
import { Foot } from "./import-foot.tsx";

// The width is asked for as the module is read.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { PreviewStep } = await import("./preview-step.tsx");

const nothing = () => undefined;

async function shown(text: string) {
  const file = { fileName: "fordon.csv", lines: splitText(text, 5) };
  const preview = await makePreview(file, undefined, async () => []);
  const state = { step: "preview", file, preview, leaveOut: false } as const;
  const step = renderToStaticMarkup(<PreviewStep {...state} onLeaveOutChange={nothing} onAskForColumns={nothing} />);
  const foot = renderToStaticMarkup(
    <Foot state={state} close={nothing} onBack={nothing} onCancel={nothing} onStart={nothing} />,
  );
  return { step, foot };
}

const times = (text: string, words: string) => text.split(words).length - 1;

// Covers: 9.4
test("at most ten duplicates and five reasons are shown, with how many more there are", async () => {
  const twice = Array.from({ length: 12 }, (_, index) => `B,AAA${100 + index},Anna Berg,Bil,`);
  const broken = Array.from({ length: 8 }, () => "B,,Anna Berg,Bil,");
  const { step } = await shown([...twice, ...twice, ...broken].join("\n"));
  expect(times(step, "står flera gånger i filen")).toBe(10);
  expect(step).toContain("...och 2 till");
  expect(times(step, "Saknar nummerplåt")).toBe(5);
  expect(step).toContain("...och 3 till");
  expect(step).toContain("Ladda ner felrapport");
});

// Covers: 2.42
test("a file without vehicles cannot be approved", async () => {
  const approve = (foot: string) => /<button[^>]*>(?=(?:<[^>]*>)*Godkänn)/.exec(foot)?.[0] ?? "";
  const none = await shown("bara,tre,fält\nännu,en,rad");
  expect(none.step).toContain("2 rader har färre än fem fält");
  expect(none.foot).toContain("Godkänn och importera 0 fordon");
  expect(approve(none.foot)).toContain(' disabled=""');
  expect(approve((await shown("B,MLB84A,Anna Berg,Bil,")).foot)).not.toContain(' disabled=""');
});
