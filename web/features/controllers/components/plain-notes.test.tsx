import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import type { ControllerInput, ControllerValues } from "../controller-form-rules.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { relayTexts } from "../texts/relay.sv.ts";
import { PlainAxisNote, PlainHttpNote } from "./plain-notes.tsx";

type Address = Pick<ControllerInput, "device_ip" | "device_port">;

function Gate({ isRelay, ...address }: Address & { isRelay: boolean }) {
  const { control } = useForm<ControllerInput, unknown, ControllerValues>({ defaultValues: address });
  return <PlainHttpNote control={control} isRelay={isRelay} />;
}

function Door({ saved, ...address }: Address & { saved: Pick<ControllerRow, "device_ip" | "device_port"> | null }) {
  const { control } = useForm<ControllerInput, unknown, ControllerValues>({ defaultValues: address });
  return <PlainAxisNote control={control} contact={{ shown: null }} saved={saved} />;
}

test("a gate's address without encryption is warned of, and no address is not", () => {
  const said = (address: string, isRelay = false) =>
    renderToStaticMarkup(<Gate device_ip={address} device_port="80" isRelay={isRelay} />);
  expect(said("192.0.2.40")).toContain(controllerDialogTexts.plainWarning);
  expect(said("192.0.2.40", true)).toContain(relayTexts.plainWarning);
  expect(said("https://192.0.2.40")).toBe("");
  expect(said("")).toBe("");
  expect(said("  ")).toBe("");
});

test("a door controller that is saved without encryption is warned of, until its address is another", () => {
  const saved = { device_ip: "http://192.0.2.7", device_port: 80 };
  const said = (address: string, port = "80") =>
    renderToStaticMarkup(<Door device_ip={address} device_port={port} saved={saved} />);
  expect(said("http://192.0.2.7")).toContain(controllerDialogTexts.plainAxis);
  expect(said("https://192.0.2.7", "443")).toBe("");
});
