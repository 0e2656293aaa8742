// Tests the parts of a controller's form: their names lead to them, and an error marks its part.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { deviceFacts, doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { gateFacts, lprGate } from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

async function open(controller: ListedController | null) {
  answerWith({
    "GET /rest/v1/controllers\\?": { ...(controller === lprGate ? gateFacts : deviceFacts) },
    "GET /rest/v1/door_event": page([]),
  });
  const user = await show(<ControllerDialog controller={controller} onClose={() => {}} />);
  const form = within(screen.getByRole("dialog"));
  const names = () => {
    const row = form.queryByRole("navigation", { name: t.parts });
    return row === null ? [] : within(row).getAllByRole("button");
  };
  return { user, form, names };
}
const textsOf = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent);

// Covers: task.9
test("a gate's form stands in four parts, each with its own fields", async () => {
  const gate = await open(lprGate);
  expect(textsOf(gate.names())).toEqual(["Anslutning", "Öppning", "LPR-system", "Enheten"]);
  await expectAccessible();
  const inPart = (name: string, label: string) =>
    within(gate.form.getByRole("region", { name })).getByLabelText(label, { exact: false });
  expect(inPart("Anslutning", t.address)).toBeTruthy();
  expect(inPart("Öppning", t.macroId)).toBeTruthy();
  expect(inPart("LPR-system", t.frameSource)).toBeTruthy();
});

test("a saved door controller's form has the connection and the device", async () => {
  const { names } = await open(doorController);
  expect(textsOf(names())).toEqual(["Anslutning", "Enheten"]);
});

test("a new controller's form is divided once its type has more than a connection", async () => {
  const { user, form, names } = await open(null);
  expect(names()).toEqual([]);
  await user.click(form.getByRole("button", { name: /Enhetstyp/ }));
  await user.click(await screen.findByRole("option", { name: "AxxonSoft LPR" }));
  expect(textsOf(names())).toEqual(["Anslutning", "Öppning", "LPR-system"]);
});

test("a part's name leads to the part, and is the one marked as shown", async () => {
  const { user, form, names } = await open(lprGate);
  const shown = () => names().filter((name) => name.getAttribute("aria-current") === "location");
  expect(textsOf(shown())).toEqual(["Anslutning"]);
  await user.click(form.getByRole("button", { name: "LPR-system" }));
  expect(document.activeElement).toBe(form.getByRole("heading", { name: "LPR-system" }));
  expect(textsOf(shown())).toEqual(["LPR-system"]);
});

// Covers: task.9
test("an error in a part that is out of view marks its name and has the focus", async () => {
  const { user, form } = await open(lprGate);
  const camera = form.getByLabelText(t.frameSource, { exact: false });
  await user.clear(camera);
  await user.type(camera, "kamera 1");
  await user.click(form.getByRole("button", { name: "Spara" }));
  expect(await form.findByRole("button", { name: "LPR-system innehåller fel" })).toBeTruthy();
  expect(form.getByRole("button", { name: "Anslutning" })).toBeTruthy();
  expect(document.activeElement).toBe(camera);
  await user.clear(camera);
  expect(await form.findByRole("button", { name: "LPR-system" })).toBeTruthy();
});
