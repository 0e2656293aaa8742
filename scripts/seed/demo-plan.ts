// The demo's organisations, and the simulated devices each may use.
import type { OrganizationKind } from "#contract/tables/organizations.ts";

export interface DemoOrganization {
  name: string;
  description: string;
  /** Decides how long passages are kept. */
  kind: OrganizationKind;
  admin: { email: string; password: string; firstName: string; lastName: string } | null;
  /** Names of simulators. */
  devices: readonly string[];
  share: number;
  groups: readonly DemoGroup[];
}

export interface DemoGroup {
  name: string;
  /** Names of doors and gates. */
  places: readonly string[];
  members: number;
  /** Given to new people. */
  isDefault?: boolean;
  /** Name of the schedule by which members have the places; absent: always. */
  schedule?: string;
}

/** The installation's group: each organisation has it at those of its gates that are named, with so many people of its own. */
export const DEMO_COMMON_GROUP = {
  name: "Snöröjning",
  gates: ["Infart Norr", "Infart Syd", "Infart Kajen"],
  members: 1,
};

export const SYSTEM_ADMIN = {
  email: "system@demo.example",
  password: "demo-system-2026",
  firstName: "Sara",
  lastName: "Systemsson",
};

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    name: "Brf Norrgården",
    description: "Bostadsrättsförening med två trapphus, tvättstuga och garage",
    kind: "housing",
    admin: { email: "nord@demo.example", password: "demo-nord-2026", firstName: "Nora", lastName: "Nordmall" },
    devices: ["Port A Norrgården", "Port B Norrgården", "Tvättstuga Hus 3", "Infart Norr"],
    share: 0.3,
    groups: [
      {
        name: "Boende",
        places: ["Entré A", "Entré B", "Soprum", "Tvättstuga", "Torkrum", "Infart Norr"],
        members: 14,
        isDefault: true,
      },
      { name: "Styrelse", places: ["Källare A", "Källare B", "Takterrass"], members: 5 },
      { name: "Städ", places: ["Entré A", "Entré B", "Soprum"], members: 3, schedule: "Städ" },
    ],
  },
  {
    name: "Sydhamnens Industri",
    description: "Industriområde med lastkaj, kontor och två grindar",
    kind: "industry",
    admin: { email: "syd@demo.example", password: "demo-syd-2026", firstName: "Sture", lastName: "Sydmall" },
    devices: ["Port 7 Lastkaj", "Kontor Sydhamnen", "Garage Kajen", "Infart Syd", "Utfart Syd"],
    share: 0.5,
    groups: [
      {
        name: "Lastkaj",
        places: ["Lastkaj 1", "Lastkaj 2", "Lastkaj 3", "Lastkaj 4", "Lager", "Infart Syd"],
        members: 12,
      },
    ],
  },
  {
    name: "Kvarnens Företagspark",
    description: "Delar garage och infart med Sydhamnen",
    kind: "property",
    admin: null,
    devices: ["Garage Kajen", "Infart Syd", "Grind Kvarnen", "Infart Kajen"],
    share: 0.2,
    groups: [],
  },
];

/** Printed by the demo and listed in the documentation. */
export const DEMO_ACCOUNTS = [SYSTEM_ADMIN, ...DEMO_ORGANIZATIONS.flatMap(({ admin }) => admin ?? [])];
