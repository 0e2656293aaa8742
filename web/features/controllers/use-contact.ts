// Finds scheme and port before a password is sent, lets a person accept the first certificate, and keeps both while address and port are
// unchanged.

import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { FoundConnection } from "#contract/functions/device-connection.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { isOldTls } from "#contract/tls.ts";
import { errorSentence, FunctionError } from "#web/lib/calls/errors.ts";
import { findConnection } from "./api/find-connection.ts";
import {
  assumedAddress,
  type ControllerPortalForm,
  type ControllerValues,
  isMoved,
  placeKey,
} from "./controller-form-rules.ts";

/** The contact's outcome for the address and port now in the form. */
interface Contact {
  found: FoundConnection | null;
  failure: string | null;
  /** The device supports TLS, but no version that the portal uses by default. */
  isTooOld: boolean;
  /** A certificate was accepted, or there is none to accept. */
  isSettled: boolean;
}

export interface SettledValues extends Omit<ControllerValues, "device_port"> {
  /** Undefined: the saved port, where the form has none. */
  device_port?: number | undefined;
  fingerprint?: string | undefined;
  allow_old_tls?: boolean | undefined;
}

export interface ContactOptions {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
  /** The certificate pinned at the saved address. */
  pinned: string | null;
  /** Old TLS is allowed at the saved address. */
  isOldTlsAllowed: boolean;
  /** Tells whether somebody typed the port; otherwise the port is the type's. */
  isPortTyped: () => boolean;
}

export type ContactState = ReturnType<typeof useContact>;

/** Returns the contact's outcome (`shown`), the steps of a person, and `settle`, which returns the values to save. */
export function useContact({ form, saved, pinned, isOldTlsAllowed, isPortTyped }: ContactOptions) {
  const [last, setLast] = useState<{ place: string } & Omit<Contact, "isSettled">>();
  const [accepted, setAccepted] = useState<string | null>(null);
  // Read by a press that follows at once, before the page has rendered again.
  const pressed = useRef<Record<"accepted" | "anyway" | "oldTls", string | null>>({
    accepted: null,
    anyway: null,
    oldTls: null,
  });
  // The scheme that the portal found is a guess: another port begins again at the address that the person typed.
  const guess = useRef<{ typed: string; written: string } | null>(null);
  const [deviceIp, devicePort] = useWatch({ control: form.control, name: ["device_ip", "device_port"] });
  const isKnown = (found: FoundConnection, acceptedNow: string | null) =>
    found.certificate === null || [acceptedNow, pinned].includes(found.certificate.fingerprint);
  const shown = last?.place === placeKey({ device_ip: deviceIp, device_port: devicePort }) ? last : null;

  const isAllowedAt = (place: Parameters<typeof isMoved>[0]) =>
    isOldTlsAllowed && saved !== null && !isMoved(place, saved);

  /** Finds the device; null, with the reason shown, when nothing answers. Throws for a wrong address, for its field. */
  async function find(): Promise<FoundConnection | null> {
    const { device_type, device_ip: written, device_port } = form.getValues();
    if (last?.place === placeKey({ device_ip: written, device_port }) && last.found) return last.found;
    const device_ip = guess.current?.written === written.trim() ? guess.current.typed : written;
    if (device_ip !== written) form.setValue("device_ip", device_ip, { shouldDirty: true });
    const place = placeKey({ device_ip, device_port });
    try {
      const port = isPortTyped() ? Number(device_port) : null;
      const isOld = pressed.current.oldTls === place || isAllowedAt({ device_ip, device_port });
      const found = await findConnection(device_type, { address: device_ip.trim(), port, isOldTls: isOld });
      if (pressed.current.oldTls === place) pressed.current.oldTls = placeKey(found);
      // Another address may have been typed meanwhile, which then stays.
      if (placeKey(form.getValues()) === place) {
        guess.current = { typed: device_ip, written: found.device_ip };
        form.setValue("device_ip", found.device_ip, { shouldDirty: true });
        form.setValue("device_port", String(found.device_port), { shouldDirty: true });
      }
      setLast({ place: placeKey(found), found, failure: null, isTooOld: false });
      return found;
    } catch (error) {
      if (error instanceof FunctionError && error.field !== undefined) throw error;
      setLast({
        place,
        found: null,
        failure: errorSentence(error),
        isTooOld: DEVICE_TRAITS[device_type].mayHaveOldTls && isTooOld(error),
      });
      return null;
    }
  }

  const contact: Contact | null = shown && {
    found: shown.found,
    failure: shown.failure,
    isTooOld: shown.isTooOld,
    isSettled: shown.found !== null && isKnown(shown.found, accepted),
  };
  /** Tells whether old TLS is requested or allowed, and the device needs it. */
  const oldTlsOf = (found: FoundConnection) => {
    const version = found.certificate?.tls ?? null;
    const isDesired = pressed.current.oldTls === placeKey(found) || isAllowedAt(found);
    return isDesired && version !== null && isOldTls(version);
  };
  return {
    shown: contact,
    find,
    isAccepted: (found: FoundConnection) => isKnown(found, pressed.current.accepted),
    accept: (fingerprint: string) => {
      pressed.current.accepted = fingerprint;
      setAccepted(fingerprint);
    },
    isOldTlsWanted: oldTlsOf,
    /** Called when a person accepts old TLS for the device at this address; the next step asks about its certificate. */
    wantOldTls: () => {
      pressed.current.oldTls = placeKey(form.getValues());
    },
    isOldTlsPressed: () => pressed.current.oldTls === placeKey(form.getValues()),
    oldTlsSaved: () => {
      pressed.current.oldTls = null;
    },
    saveAnyway: () => {
      pressed.current.anyway = placeKey(form.getValues());
    },
    /** Returns the values to save; null while somebody has to read or accept something first. */
    settle: async (values: ControllerValues): Promise<SettledValues | null> => {
      if (saved && !isMoved(values, saved)) return { ...values, device_port: saved.device_port ?? undefined };
      if (pressed.current.anyway === placeKey(values))
        return { ...values, device_ip: assumedAddress(values, isPortTyped()) };
      const found = await find();
      if (found === null || !isKnown(found, pressed.current.accepted)) return null;
      const { device_ip, device_port, certificate } = found;
      return {
        ...values,
        device_ip,
        device_port,
        ...(certificate && { fingerprint: certificate.fingerprint }),
        ...(oldTlsOf(found) && { allow_old_tls: true }),
      };
    },
  };
}

export function isTooOld(error: unknown): boolean {
  return error instanceof FunctionError && error.code === "device_tls_too_old";
}
