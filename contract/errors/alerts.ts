import { ALERT_WEBHOOKS_MAX } from "../alerts.ts";
import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const alertErrors = defineErrors({
  alert_receivers_full: { status: 409, code: "conflict",
    sv: `Det finns redan ${ALERT_WEBHOOKS_MAX} larmmottagare. Ta bort någon av dem först. Inget har sparats.`,
    en: `There are already ${ALERT_WEBHOOKS_MAX} receivers of alerts. Remove one of them first. Nothing was saved.` },
  alert_receiver_gone: { status: 404, code: "not_found",
    sv: "Larmmottagaren finns inte längre. Ladda om sidan.",
    en: "The receiver of alerts is no longer there. Reload the page." },
  alert_address_without_tls: { status: 400, code: "invalid_body", field: "url",
    sv: "Utan https får larm bara skickas inom enheternas nät (DEVICE_NETWORKS). Ange en adress med https. Inget har sparats.",
    en: "Without https, alerts may only be sent within the devices' networks (DEVICE_NETWORKS). Enter an address with https. Nothing was saved." },
  alert_address_forbidden: { status: 400, code: "invalid_body", field: "url",
    sv: "Adressen leder till ett nät som portalen inte får anropa. Ange en annan adress. Inget har sparats.",
    en: "The address leads to a network that the portal may not call. Enter another address. Nothing was saved." },
});
