import { counted } from "#web/texts/counted.ts";
import type { gateFixTexts, passageFixTexts } from "./passage-fix.sv.ts";

export const passageFix: typeof passageFixTexts = {
  effect: {
    give_door: (who, door) => `Gives ${who} access to ${door}. Nobody else is affected.`,
    extend: (who, _door, until) => `Extends ${who}'s code to ${until}. Nobody else is affected.`,
    begin_now: (who) => `Makes ${who}'s code valid from now. Nobody else is affected.`,
    switch_on: (who) => `Enables ${who}'s code. Nobody else is affected.`,
    add_alias: (plate, gate) =>
      `Makes the reading ${plate} count as the vehicle at ${gate} from now on. Ends after 90 days without a reading.`,
  },
  opensDoors: (count) => `The code opens ${counted(count, "door", "doors")} afterwards.`,
  notEnough: "That is not enough by itself: more stands in the way, and is shown next.",
  button: {
    give_door: "Give access",
    extend: "Extend the code",
    begin_now: "Make valid now",
    switch_on: "Enable the code",
    add_alias: "Link the reading",
  },
  saving: "Saving...",
  fixed: "Fixed",
  undo: "Undo",
  undoing: "Undoing...",
  undone: "Undone",
  failed: "It could not be fixed",

  saved: "Saved in the portal",
  written: (controller) => `Written to ${controller}`,
  waiting: (controller) => `Waiting for ${controller}`,
  trying: "Being tried at the door",
  opens: (time) => `Tried at the door ${time}: the code opens now`,
  stillRefused: (time, why) => `Tried at the door ${time}: the code does not open, ${why}`,
  remains: {
    give_door: "the door is not assigned",
    extend: "the code has expired",
    begin_now: "the code is not valid yet",
    switch_on: "the code is disabled",
    add_alias: "the reading is not linked",
  },
  deviceSays: (reason) => `the device answers ${reason}`,
  deviceRefuses: "the device does not say why",
  untried: {
    waiting: "",
    absent: "The controller does not have the code, so it was not tried.",
    unreachable: "The device did not answer the trial. The code is saved and written.",
    unsupported: "The device cannot try codes. Ask the person to type the code again.",
    limited: "Many codes have been tried in the last hour. The code is saved and written. Try again later.",
  },
  tryAgain: "Try again",
  changedSince: "The credential has been changed since. Open the user to see what applies now.",
  linkedSince: "The reading has been linked since and counts as the vehicle. If you undo that, it is unclear again.",
  openPerson: (who) => `Open ${who}`,
  showData: (who) => `Show data about ${who}`,
};

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
