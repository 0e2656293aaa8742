import { counted } from "../counted.ts";
import type { gateFixTexts } from "../gate-fix.ts";

export const gateFix: typeof gateFixTexts = {
  effect: {
    give_door: (plate, gate) => `Gives ${plate} access to ${gate}. Nobody else is affected.`,
    extend: (plate, _gate, until) => `Extends the credential of ${plate} to ${until}. Nobody else is affected.`,
    begin_now: (plate) => `Makes the credential of ${plate} valid from now. Nobody else is affected.`,
    switch_on: (plate) => `Enables the credential of ${plate}. Nobody else is affected.`,
  },
  opensDoors: (count) => `The vehicle opens ${counted(count, "gate", "gates")} afterwards.`,
  button: {
    give_door: "Give access",
    extend: "Extend the credential",
    begin_now: "Make valid now",
    switch_on: "Enable the credential",
  },
  opens: (time) => `Tried in the portal ${time}: the gate opens now`,
  stillRefused: (time, why) => `Tried in the portal ${time}: the gate does not open, ${why}`,
  remains: {
    give_door: "the gate is not assigned",
    extend: "the credential has expired",
    begin_now: "the credential is not valid yet",
    switch_on: "the credential is disabled",
  },
  deviceRefuses: "the gate lets nobody in now",
};
