export const REASONS = {
  InvalidCredential: "Enheten känner inte koden.",
  CredentialNotEnabled: "Koden är avstängd.",
  CredentialNotActive: "Koden gäller inte än.",
  CredentialExpired: "Koden har slutat gälla.",
  InvalidAccessProfile: "Behörigheten gäller inte just nu.",
  Unauthorized: "Koden öppnar inte den här dörren.",
  InvalidPINSize: "Läsaren tar inte emot så många siffror.",
  InvalidPoint: "Dörren är inte inkopplad.",
  InvalidPIN: "Kortet är rätt men koden fel.",
};

/** Causes where the device has one word for several reasons. */
export const REFUSALS = {
  not_this_door: "Koden finns, men gäller inte den här dörren.",
  card_needed: "Koden är rätt, men dörren kräver kort. Enbart PIN räcker inte.",
  outside_hours: "Koden är rätt, men dörren tar enbart PIN vissa tider, och inte just nu.",
  nobody: "Koden är rätt, men dörren har ingen regel och släpper inte in någon.",
};

export const PORTAL_REASONS = {
  valid_credential: "giltigt fordon",
  no_match: "okänt fordon",
  expired: "giltigheten är slut",
  not_yet_valid: "giltigheten har inte börjat",
  disabled: "avstängd",
  no_access_assignment: "fordonet har inte den här grinden",
  gate_not_found: "grinden är inte känd",
  invalid_configuration: "grinden är inte färdiginställd",
  read_too_late: "läsningen var för gammal",
};

export const SWITCHES = {
  offline: "Nätverket av",
  slow: "20 s långsam",
  error500: "Fel 500",
  busy503: "Överlastad 503",
  refuse401: "Nekar inloggning",
  hang: "Svarar aldrig",
  garbage: "Svarar skräp",
  lostReply: "Utför, tappar svaret",
};

export const ACTIONS = {
  axis: [
    ["restart", "Starta om"],
    ["edit-by-hand", "Ändra en PIN för hand"],
    ["tamper", "Manipulera en läsare"],
    ["battery-low", "Svagt batteri i en läsare"],
    ["open-casing", "Öppna kåpan"],
    ["reconfigure-doors", "Koppla om dörrarna"],
    ["change-certificate", "Byt certifikat"],
    ["clock-wrong", "Ställ klockan fel"],
    ["clock-right", "Ställ klockan rätt"],
    ["wipe", "Töm", true],
    ["replace-hardware", "Byt hårdvara", true],
  ],
  axxon_lpr: [
    ["restart", "Starta om"],
    ["change-certificate", "Byt certifikat"],
  ],
  axis_lpv: [
    ["restart", "Starta om"],
    ["lose-answer", "Tappa nästa svar"],
    ["send-buffered", "Skicka bufferten"],
    ["relay-blocked", "Spärra utgången"],
    ["relay-free", "Häv spärren"],
    ["clock-wrong", "Ställ klockan fel"],
    ["clock-right", "Ställ klockan rätt"],
    ["change-certificate", "Byt certifikat"],
  ],
  http_relay: [
    ["restart", "Starta om"],
    ["relay-blocked", "Spärra reläet"],
    ["relay-free", "Häv spärren"],
    ["change-certificate", "Byt certifikat"],
  ],
};

export const MODES = {
  Locked: "låst",
  Accessed: "öppen",
  Unlocked: "olåst",
  Blocked: "spärrad",
  LockedDown: "låst läge",
  LockedOpen: "öppet läge",
};
