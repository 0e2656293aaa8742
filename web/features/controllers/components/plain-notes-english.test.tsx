// A separate file, since it uses another language (vitest.config.ts).
import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { english } from "#web/texts/en.ts";
import { setLanguage } from "#web/texts/language.ts";
import type { ControllerInput, ControllerValues } from "../controller-form-rules.ts";

setLanguage("en", english);
const { PlainAxisNote } = await import("./plain-notes.tsx");
const { controllersTexts } = await import("../texts/controllers.sv.ts");

function Door() {
  const address = { device_ip: "http://192.0.2.7", device_port: "80" };
  const { control } = useForm<ControllerInput, unknown, ControllerValues>({ defaultValues: address });
  const saved = { device_ip: "http://192.0.2.7", device_port: 80 };
  return <PlainAxisNote control={control} contact={{ shown: null }} saved={saved} />;
}

test("in English, too, a door controller without encryption says that its PINs can be read, and what to do", () => {
  const said = renderToStaticMarkup(<Door />).replaceAll("&#x27;", "'");
  expect(said).toContain("Unencrypted");
  expect(said).toContain("PINs can be read on the network between the portal and the device.");
  expect(said).toContain("Switch https on at the device and test the connection again.");
  // Shown beside the address in the list.
  expect(controllersTexts.plainAxis).toBe("The PINs are sent as plain text between the portal and the device");
});
