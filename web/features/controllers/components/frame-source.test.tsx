// Tests how a system admin names the camera of a gate's images. tests/integration/passages/passage-image.test.ts tests what is stored, and
// the images.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { deviceFacts, doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const CAMERA = "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0";
const gate: ListedController = { ...doorController, name: "Infart Norr", device_type: "axxon_lpr", macro_id: "1" };

async function openGate(controller: ListedController) {
  const { promise: never } = Promise.withResolvers<Response>();
  const onClose = vi.fn();
  answerWith({
    "POST /functions/v1/controller-manager": { success: true, controller },
    "POST /functions/v1/": () => never,
    "GET /rest/v1/controllers\\?": { ...deviceFacts, macro_id: "1" },
    "GET /rest/v1/door_event": page([]),
  });
  const user = await show(<ControllerDialog controller={controller} onClose={onClose} />);
  const form = within(screen.getByRole("dialog"));
  const camera = () => form.getByRole("textbox", { name: /Kamera för bilder i loggen/ });
  const save = () => user.click(form.getByRole("button", { name: "Spara" }));
  return { user, form, camera, save, onClose };
}

const sent = () => askedOf(/controller-manager/).map(({ body }) => Object(body).payload.frame_source);

test("a camera is named as the LPR server names it, or not at all", async () => {
  const { user, form, camera, save, onClose } = await openGate(gate);
  await user.type(camera(), "Kamera 1");
  await save();
  const words = "Skriv kamerans namn som SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0, eller lämna tomt";
  expect(await form.findByText(words)).toBeTruthy();
  expect(camera().getAttribute("aria-invalid")).toBe("true");
  expect(sent()).toEqual([]);
  await expectAccessible();
  await user.clear(camera());
  await user.type(camera(), CAMERA);
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent()).toEqual([CAMERA]);
});

test("without a camera's name there are no images any more", async () => {
  const { user, camera, save, onClose } = await openGate({ ...gate, frame_source: CAMERA });
  expect(camera()).toHaveProperty("value", CAMERA);
  await user.clear(camera());
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent()).toEqual([""]);
});
