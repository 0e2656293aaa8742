import type { AuthenticationPolicy } from "./axis/authenticate.ts";
import type { DoorSetup } from "./axis/factory.ts";
import type { AxisSeed } from "./axis/seed.ts";
import type { AxisModel } from "./axis/switches.ts";
import type { AxxonProfile } from "./axxon/switches.ts";
import type { RelayBrand } from "./relay/brands.ts";

export interface AxisDescription {
  kind: "axis";
  id: string;
  name: string;
  model: AxisModel;
  serial: string;
  https: boolean;
  policy: AuthenticationPolicy;
  username: string;
  password: string;
  doors: readonly DoorSetup[];
  seed?: AxisSeed;
}

export interface AxxonDescription {
  kind: "axxon_lpr";
  id: string;
  name: string;
  profile: AxxonProfile;
  https: boolean;
  username: string;
  password: string;
  macroId: string;
  macroName: string;
}

export interface RelayDescription {
  kind: "http_relay";
  id: string;
  name: string;
  brand: RelayBrand;
  https: boolean;
  username: string;
  password: string;
}

export interface CameraDescription {
  kind: "axis_lpv";
  id: string;
  name: string;
  https: boolean;
  username: string;
  password: string;
}

export type DeviceDescription = AxisDescription | AxxonDescription | RelayDescription | CameraDescription;

const account = { username: "portal", password: "demo-enhet-2026" };

const axis = (
  id: string,
  name: string,
  serial: string,
  doors: readonly DoorSetup[],
  more: Partial<AxisDescription> = {},
): AxisDescription => ({
  kind: "axis",
  id,
  name,
  model: "A1601",
  serial,
  https: true,
  policy: "recommended",
  ...account,
  doors,
  ...more,
});

const gate = (
  id: string,
  name: string,
  profile: AxxonProfile,
  macroId: string,
  more: Partial<AxxonDescription> = {},
): AxxonDescription => ({
  kind: "axxon_lpr",
  id,
  name,
  profile,
  https: false,
  ...account,
  macroId,
  macroName: "Öppna grind",
  ...more,
});

export const DEMO_DEVICES: readonly DeviceDescription[] = [
  axis("port-a", "Port A Norrgården", "ACCC8EA0A101", [
    { name: "Entré A" },
    { name: "Källare A" },
    { name: "Cykelrum" },
    { name: "Soprum" },
  ]),
  axis(
    "port-b",
    "Port B Norrgården",
    "ACCC8EA0A102",
    [{ name: "Entré B" }, { name: "Källare B" }, { name: "Takterrass", exit: "reader" }],
    { policy: "digest", seed: { people: [{ firstName: "Fastighetsjour", lastName: "Norr", pin: "9035" }] } },
  ),
  axis("garage", "Garage Kajen", "00408CA0A103", [{ name: "Garageport" }, { name: "Gångdörr garage" }], {
    model: "A1001",
    https: false,
  }),
  axis("port-7", "Port 7 Lastkaj", "ACCC8EA0A104", [
    { name: "Lastkaj 1" },
    { name: "Lastkaj 2" },
    { name: "Lastkaj 3" },
    { name: "Lastkaj 4" },
    { name: "Lager" },
    { name: "Kyllager" },
    { name: "Farligt gods", authentication: "card-and-pin" },
    { name: "Personalentré" },
  ]),
  // An installer's choices: Huvudentré is unlocked in office hours, Serverrum wants a card, Konferens takes a PIN on weekdays, Arkiv four digits.
  axis(
    "kontor",
    "Kontor Sydhamnen",
    "ACCC8EA0A105",
    [
      { name: "Huvudentré", pinMax: 6, unlockedAt: ["standard_office_hours"] },
      { name: "Plan 2", pinMax: 6 },
      { name: "Plan 3", pinMax: 6 },
      { name: "Konferens", pinMax: 6, pinHours: "weekdays" },
      { name: "Serverrum", pinMax: 6, authentication: "card" },
      { name: "Arkiv" },
    ],
    { model: "ENTRY_MANAGER" },
  ),
  axis("tvattstuga", "Tvättstuga Hus 3", "00408CA0A106", [{ name: "Tvättstuga" }, { name: "Torkrum" }], {
    model: "A1001",
    policy: "digest",
  }),
  gate("infart-norr", "Infart Norr", "one2", "2d6f0b1c-5f7e-4a39-9c55-7e0f1a4b8c01"),
  gate("infart-syd", "Infart Syd", "one3", "2d6f0b1c-5f7e-4a39-9c55-7e0f1a4b8c02"),
  gate("utfart-syd", "Utfart Syd", "next4", "2d6f0b1c-5f7e-4a39-9c55-7e0f1a4b8c03"),
  { kind: "http_relay", id: "grind-kvarnen", name: "Grind Kvarnen", brand: "2n", https: false, ...account },
  { kind: "axis_lpv", id: "infart-kajen", name: "Infart Kajen", https: false, ...account },
];
