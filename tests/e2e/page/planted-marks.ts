// Marks that forced colours take away (`lost-…`), each beside one of its kind that stays (`kept-…`), for the test of
// tests/e2e/forced-colours.ts.

/** Returns a chosen element and one that is not chosen, of a role and of the same form. */
const pair = (id: string, role: string, state: string, chosen: string, other: string, tag = "span"): string =>
  [
    `<${tag} id="${id}" role="${role}" ${state}="true" ${chosen}</${tag}>`,
    `<${tag} role="${role}" ${state}="false" ${other}</${tag}>`,
  ].join("");

/** Returns a ticked box in a label and one that is not ticked. */
const boxes = (id: string, type: "checkbox" | "radio", chosen: string, other: string): string =>
  [
    `<label id="${id}"><input type="${type}" checked>${chosen}Ja</label>`,
    `<label><input type="${type}">${other}Nej</label>`,
  ].join("");

const row = (id: string, chosen: string, mark: string): string =>
  `<table><tr id="${id}" aria-selected="true" ${chosen}><td>${mark}A</td></tr><tr aria-selected="false"><td>B</td></tr></table>`;

const TICK = '<svg width="12" height="12"><path d="M2 6l3 3 5-6" stroke="currentColor" fill="none"/></svg>';

const MARKS: Readonly<Record<string, string>> = {
  "lost-bar": '<i id="lost-bar" class="bar filled"></i>',
  "kept-bar": '<i id="kept-bar" class="bar filled system"></i>',
  "lost-button": '<button id="lost-button" class="filled" tabindex="-1">Spara</button>',
  "kept-button": '<button id="kept-button" class="filled edged" tabindex="-1">Spara</button>',
  "lost-checkbox": boxes("lost-checkbox", "checkbox", '<i class="box filled"></i>', '<i class="box"></i>'),
  "kept-checkbox": boxes("kept-checkbox", "checkbox", `<b class="box filled">${TICK}</b>`, '<b class="box"></b>'),
  "lost-day": pair("lost-day", "gridcell", "aria-selected", 'class="filled">1', ">2"),
  "kept-day": pair("kept-day", "gridcell", "aria-selected", 'class="filled system">1', ">2"),
  "lost-frame": '<p id="lost-frame" class="ringed">A</p>',
  "kept-frame": '<p id="kept-frame" class="ringed edged">A</p>',
  "lost-line": '<p id="lost-line" class="after"></p>',
  "kept-line": '<p id="kept-line" class="after drawn"></p>',
  "lost-page": '<nav><a id="lost-page" aria-current="page" class="filled">A</a><a>B</a></nav>',
  "kept-page": '<nav><a id="kept-page" aria-current="page" class="filled line">A</a><a class="no line">B</a></nav>',
  "lost-pressed": pair("lost-pressed", "button", "aria-pressed", 'class="edged filled">A', 'class="edged">B'),
  "kept-pressed": pair("kept-pressed", "button", "aria-pressed", 'class="edged filled system">A', 'class="edged">B'),
  "lost-progress": '<p class="edged"><i id="lost-progress" class="part filled"></i></p>',
  "kept-progress": '<p class="edged"><i id="kept-progress" class="part filled system"></i></p>',
  "lost-radio": boxes("lost-radio", "radio", '<i class="box filled"></i>', '<i class="box"></i>'),
  "kept-radio": boxes("kept-radio", "radio", '<i class="box filled system"></i>', '<i class="box"></i>'),
  "lost-row": row("lost-row", 'class="filled"', ""),
  "kept-row": row("kept-row", 'class="filled"', `<b role="checkbox" aria-checked="true">${TICK}</b>`),
  "lost-switch": pair("lost-switch", "switch", "aria-checked", 'class="box filled">', 'class="box">'),
  "kept-switch": pair(
    "kept-switch",
    "switch",
    "aria-checked",
    'class="box filled"><i class="knob" style="translate: 14px"></i>',
    'class="box"><i class="knob"></i>',
  ),
  "lost-tab": pair("lost-tab", "tab", "aria-selected", 'class="filled">A', ">B"),
  "kept-tab": pair("kept-tab", "tab", "aria-selected", 'class="filled line">A', 'class="no line">B'),
};

const STYLES = `
  body { background: white; color: black; }
  input { position: absolute; appearance: none; border: 0; opacity: 0; }
  button { border: 0; background: none; }
  .filled { background: #06c; }
  .edged { border: 1px solid transparent; }
  .ringed { box-shadow: 0 0 0 1px #06c; }
  .box { display: inline-block; width: 34px; height: 20px; border: 1px solid black; }
  .knob { display: inline-block; width: 16px; height: 16px; background: white; }
  .bar { display: inline-block; width: 8px; height: 20px; }
  .part { display: block; width: 40%; height: 6px; }
  .after::after { content: ""; display: block; height: 1px; background: #06c; }
  .line { border-bottom: 2px solid black; }
  @media (forced-colors: active) {
    .system { background: Highlight; }
    .drawn::after { background: CanvasText; }
    .knob { background: ButtonText; }
    .no.line { border-color: Canvas; }
  }
`;

export const PLANTED_MARKS = `<style>${STYLES}</style>${Object.values(MARKS)
  .map((html) => `<div>${html}</div>`)
  .join("")}`;
export const LOST_MARKS = Object.keys(MARKS)
  .filter((id) => id.startsWith("lost-"))
  .sort();

/** Four stops of Tab: a shadow alone, a ring, and a field whose ring stays while its own button has the focus. */
export const PLANTED_RINGS = `<style>
    .shadow:focus { outline: none; box-shadow: 0 0 0 2px #06c; }
    .field input, .field button { outline: none; border: 0; }
    .field:focus-within { outline: 2px solid #06c; }
  </style>
  <button id="lost-ring" class="shadow">A</button>
  <button id="kept-ring">B</button>
  <span class="field"><input id="kept-field"><button id="kept-own-button">C</button></span>`;
