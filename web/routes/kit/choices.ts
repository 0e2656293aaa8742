export const validities = [
  { id: "1_day", label: "1 dag" },
  { id: "3_months", label: "3 månader" },
  { id: "12_months", label: "12 månader" },
] as const;
export const organizations = ["Brf Norrgården", "Sydhamnens Industri", "Kvarnens Företagspark", "Exempelhallen"].map(
  (label) => ({ id: label, label }),
);
export const doorGroups = [
  {
    id: "a",
    name: "Port A Norrgården",
    online: true,
    items: [
      { id: "a1", name: "Entré Hus 1", description: "Mot gården" },
      { id: "a2", name: "Entré Hus 2" },
      { id: "a3", name: "Cykelrum", description: "Källarplan" },
    ],
  },
  { id: "b", name: "Port B Norrgården", items: [1, 2, 3, 4, 5, 6].map((n) => ({ id: `b${n}`, name: `Dörr ${n}` })) },
  { id: "c", name: "Garage Kajen", online: false, items: [1, 2, 3].map((n) => ({ id: `c${n}`, name: `Port ${n}` })) },
];
