// Tests the preview's words about a file before any of it is imported.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { makePreview } from "../preview.ts";
import { readVehicleFile } from "../read-vehicle-file.ts";
import { Foot } from "./import-foot.tsx";

// The module reads the width when it loads.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { PreviewStep } = await import("./preview-step.tsx");

const nothing = () => undefined;

async function shown(content: BlobPart) {
  const file = { fileName: "fordon.csv", ...(await readVehicleFile(new File([content], "fordon.csv"))) };
  const preview = await makePreview(file, undefined, async () => []);
  const state = { step: "preview", file, preview, leaveOut: false, isRight: false } as const;
  const handlers = {
    onLeaveOutChange: nothing,
    onRightChange: nothing,
    onReadAgain: nothing,
    onAskForColumns: nothing,
  };
  const step = renderToStaticMarkup(<PreviewStep {...state} {...handlers} />);
  const foot = renderToStaticMarkup(
    <Foot state={state} close={nothing} isReady onBack={nothing} onCancel={nothing} onStart={nothing} />,
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

test("every line of the file is accounted for, whatever quotes stand in it", async () => {
  const rows = Array.from(
    { length: 40 },
    (_, at) => `B;TST${100 + at};${at === 4 || at === 29 ? '"' : ""}Person ${at};Bil;`,
  );
  const { step } = await shown(["Organisation;Nummerplåt;Användare;Fordonstyp;Skapad", ...rows].join("\r\n"));
  expect(step).toContain("41 rader i filen, 1 är rubrik");
  expect(step).toContain(">40<");
  const { step: joined } = await shown('B;ABC123;Anna Berg;Bil;"en\nnot"\nB;DEF456;Bo Ek;Bil;\n');
  expect(joined).toContain("3 rader i filen, 1 hör till ett fält på raden ovanför");
});

test("a file whose letters are uncertain says so, shows them, and waits", async () => {
  const utf8 = new TextEncoder().encode("B;ABC123;Åsa Öberg;Bil;\r\n");
  const mixed = Uint8Array.from([...utf8, ...Array.from("B;DEF456;Ren\u00e9 Ek;Bil;", (sign) => sign.charCodeAt(0))]);
  const { step, foot } = await shown(mixed);
  expect(step).toContain("Filen blandar teckenkodningar");
  expect(step).toContain("Rad 2: B · DEF456 · René Ek · Bil");
  expect(step).toContain("Bokstäverna stämmer");
  expect(foot).toMatch(/<button[^>]* disabled=""[^>]*>(?=(?:<[^>]*>)*Godkänn)/);
});

test("lines in doubt are named as one says them", async () => {
  const line = (plate: string) => Array.from(`B;${plate};Ren\u00e9 Ek;Bil;\r\n`, (sign) => sign.charCodeAt(0));
  const utf8 = new TextEncoder().encode("B;ABC123;Åsa Öberg;Bil;\r\n".repeat(9));
  const mixed = async (...plates: string[]) => (await shown(Uint8Array.from([...utf8, ...plates.flatMap(line)]))).step;
  expect(await mixed("DEF456")).toContain("Rad 10 är skriven på ett annat sätt");
  expect(await mixed("DEF456", "DEF457")).toContain("Rad 10 och 11 är skrivna på ett annat sätt");
  expect(await mixed("DEF456", "DEF457", "DEF458")).toContain("Rad 10, 11 och 12 är skrivna på ett annat sätt");
});

test("the table of a file of few vehicles is as high as they are", async () => {
  const heightOf = async (rows: number) => {
    const { step } = await shown(Array.from({ length: rows }, (_, at) => `B,AAA${100 + at},Anna Berg,Bil,`).join("\n"));
    return Number(/min-height:(\d+)px/.exec(step)?.[1]);
  };
  const [one, two, three, many] = [await heightOf(1), await heightOf(2), await heightOf(3), await heightOf(300)];
  expect(two - one).toBe(three - two);
  expect(two - one).toBeGreaterThan(0);
  expect(many).toBeLessThan(200);
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
