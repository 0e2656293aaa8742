import { expect, test } from "vitest";
import { ONE_WAY_HOSTS, TWO_WAY_HOSTS } from "#tests/support/two-way-addresses.ts";
import { alertWebhookForm } from "./forms/alerts.ts";
import { editControllerForm } from "./forms/controller.ts";
import { formTexts } from "./forms/texts.ts";

const controller = {
  name: "Grind",
  device_type: "http_relay",
  device_port: 80,
  username: "x",
  password: "",
  enabled: true,
};
const messages = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues.map(({ message }) => message) ?? [];

test.each(TWO_WAY_HOSTS)("%j is refused at the field of a controller and of an alert's address", (host) => {
  expect(messages(editControllerForm.safeParse({ ...controller, device_ip: host }))).toEqual([
    formTexts.address_ambiguous,
  ]);
  const hook = alertWebhookForm.safeParse({ name: "Jour", url: `https://${host}/hook` });
  expect(messages(hook)).toEqual([formTexts.address_ambiguous]);
});

test.each(ONE_WAY_HOSTS)("%j is taken in both", (host) => {
  expect(messages(editControllerForm.safeParse({ ...controller, device_ip: host }))).toEqual([]);
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  expect(messages(alertWebhookForm.safeParse({ name: "Jour", url: `https://${bracketed}/hook` }))).toEqual([]);
});
