// Finds marks that are lost in forced colours: there the browser paints every ground alike and draws no shadow.
import type { Page } from "@playwright/test";

/**
 * Returns the elements that only a ground or a shadow sets off from what is behind them, and the chosen ones (ticked, pressed, current) that
 * then look like one that is not chosen.
 */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0); // A ground under the mouse marks nothing, and would hide the marks below it.
  await install(page);
  await page.evaluate(() => globalThis.marks.remember());
  await page.emulateMedia({ forcedColors: "active" });
  const lost = await page.evaluate(() => globalThis.marks.lost());
  await page.emulateMedia({ forcedColors: "none" });
  return lost;
}

/** Presses keys in forced colours; returns the elements that look the same with the focus and after it has gone on. */
export async function pressInForcedColours(page: Page, keys: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  await install(page);
  const ringless: string[] = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    ringless.push(...(await page.evaluate(() => globalThis.marks.followFocus())));
  }
  await page.emulateMedia({ forcedColors: "none" });
  return ringless;
}

async function install(page: Page): Promise<void> {
  await page.evaluate(installDrawn);
  await page.evaluate(installMarks);
}

/** An element itself, or a box that its style puts before or after its content. */
interface Box {
  element: Element;
  pseudo: string | null;
}

interface Drawn {
  /** Reads the colours anew. */
  refresh: () => void;
  boxesOf: (element: Element) => Box[];
  /** Tells whether a ground or a ring sets the box off, or one of its lines. */
  isSetOff: (box: Box) => boolean;
  /** Tells whether the box has a ground of its own, or a ring: a shadow without blur. */
  isFilled: (box: Box) => boolean;
  linesOf: (element: Element) => string[];
  /** Returns what is drawn of an element itself and the style of its own words, but not the words. */
  lookOf: (element: Element) => string;
}

interface Marks {
  /** Reads the grounds, rings and states as they are drawn now. */
  remember: () => void;
  /** Returns those of them that are no longer seen. */
  lost: () => string[];
  /** Compares the element that had the focus at the last call, and reads the one that has it. */
  followFocus: () => string[];
}

declare global {
  var drawn: Drawn;
  var marks: Marks;
}

function installDrawn(): void {
  const LINES = ["border-top", "border-right", "border-bottom", "border-left", "outline"];
  const isSeen = (colour: string) => colour !== "" && !/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(colour);
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).join(" ");
  let grounds = new Map<Element | null, string>();
  /** Colours that every ground has in forced colours; none in ordinary ones. */
  let forced: string[] = [];

  /** Returns the ground on which the children of an element stand. */
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element);
    if (known !== undefined || element === null) return known ?? "";
    const own = getComputedStyle(element).backgroundColor;
    const ground = isSeen(own) ? channels(own) : groundOf(element.parentElement);
    grounds.set(element, ground);
    return ground;
  };
  const behind = ({ element, pseudo }: Box) => groundOf(pseudo === null ? element.parentElement : element);
  /** Two grounds that are forced look alike; a forced one on a system colour does not. */
  const isGrounded = (box: Box, { backgroundColor }: CSSStyleDeclaration): boolean => {
    const [own, below] = [channels(backgroundColor), behind(box)];
    const areForced = forced.includes(own) && (below === "" || forced.includes(below));
    return isSeen(backgroundColor) && own !== below && !areForced;
  };
  const isRinged = ({ boxShadow }: CSSStyleDeclaration): boolean =>
    boxShadow.split(/,(?![^(]*\))/).some((layer) => {
      const [x, y, blur, spread] = [...layer.matchAll(/(-?[\d.]+)px/g)].map(([, number]) => Number(number));
      const colour = layer.replace(/ -?[\d.]+px.*$/, "").trim();
      return blur === 0 && (x !== 0 || y !== 0 || spread !== 0) && isSeen(colour);
    });
  /** Returns the borders and the outline whose colour differs from the ground behind them. */
  const linesIn = (box: Box, style: CSSStyleDeclaration): string[] =>
    LINES.flatMap((line) => {
      const colour = style.getPropertyValue(`${line}-color`);
      const [kind, width] = [style.getPropertyValue(`${line}-style`), style.getPropertyValue(`${line}-width`)];
      const isDrawn = kind !== "none" && width !== "0px" && isSeen(colour) && channels(colour) !== behind(box);
      return isDrawn ? [`${line} ${width} ${kind} ${colour}`] : [];
    });
  const styleOf = ({ element, pseudo }: Box) => getComputedStyle(element, pseudo);
  const boxesOf = (element: Element): Box[] =>
    [null, "::before", "::after"]
      .map((pseudo) => ({ element, pseudo }))
      .filter((box) => box.pseudo === null || styleOf(box).content !== "none");
  const isFilled = (box: Box) => isGrounded(box, styleOf(box)) || isRinged(styleOf(box));
  const partsOf = (box: Box): string[] => {
    const style = styleOf(box);
    const { backgroundColor, backgroundImage, boxShadow } = style;
    const ground = isGrounded(box, style) ? [backgroundColor] : [];
    return [...linesIn(box, style), ...ground, ...[backgroundImage, boxShadow].filter((layer) => layer !== "none")];
  };
  const lookOf = (element: Element): string => {
    const { visibility, color, fontWeight, textDecorationLine, opacity, translate, transform } =
      getComputedStyle(element);
    if (visibility !== "visible") return "";
    const parts = boxesOf(element).flatMap(partsOf);
    if (element.localName === "svg") parts.push("icon"); // Any icon: the items of one list have different ones.
    const hasWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    if (parts.length === 0 && !hasWords) return "";
    return [...parts, color, fontWeight, textDecorationLine, opacity, translate, transform].join("; ");
  };
  const refresh = () => {
    grounds = new Map();
    forced = [];
    if (!matchMedia("(forced-colors: active)").matches) return;
    const probe = document.body.appendChild(document.createElement("i"));
    forced = ["Canvas", "ButtonFace"].map((colour) => {
      probe.style.backgroundColor = colour;
      return channels(getComputedStyle(probe).backgroundColor);
    });
    probe.remove();
  };
  globalThis.drawn = {
    refresh,
    boxesOf,
    isFilled,
    isSetOff: (box) => isFilled(box) || linesIn(box, styleOf(box)).length > 0,
    linesOf: (element) => linesIn({ element, pseudo: null }, getComputedStyle(element)),
    lookOf,
  };
}

function installMarks(): void {
  const { refresh, boxesOf, isFilled, isSetOff, linesOf, lookOf } = globalThis.drawn;
  const STATES = ["aria-selected", "aria-checked", "aria-pressed", "aria-current"];
  const STATEFUL = `${STATES.map((name) => `[${name}]`).join()},input:is([type=checkbox],[type=radio])`;
  const htmlOf = (element: Element) => element.outerHTML.slice(0, 200);
  const all = (within: Element) => [...within.querySelectorAll("*")];

  /** Tells whether the element is shown, and marks something: one as large as half the window does not. */
  const isPart = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width < 1 || height < 1 || width * height > (innerWidth * innerHeight) / 2) return false;
    return !element.matches(":hover") && element.closest("[data-hovered], .sr-only, [data-sonner-toaster]") === null;
  };
  /** A ground that fills a box with a border is marked by that border. */
  const fillsBorder = (element: Element): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box; box = box.parentElement) {
      const around = box.getBoundingClientRect();
      const gaps = [left - around.left, top - around.top, around.right - right, around.bottom - bottom];
      if (gaps.some((gap) => gap > 3)) return false;
      if (linesOf(box).length > 0) return true;
    }
    return false;
  };
  /** A row lies between the lines of its cells, and a chosen one has a tick. */
  const isMarkedRow = (element: Element): boolean =>
    element.matches("tr, [role=row]") &&
    (element.querySelector("[aria-checked=true]") !== null ||
      [...element.children].some((cell) => linesOf(cell).length > 0));

  const stateOf = (control: Element): string => {
    if (control instanceof HTMLInputElement) return control.indeterminate ? "mixed" : String(control.checked);
    return STATES.map((name) => control.getAttribute(name)).find((value) => value !== null) ?? "false";
  };
  /** Returns the controls with a state, and the siblings of the current one, which may lack the attribute. */
  const controls = (): Element[] => {
    const stateful = [...document.body.querySelectorAll(STATEFUL)];
    const siblings = stateful
      .filter((control) => control.hasAttribute("aria-current"))
      .flatMap(({ parentElement, localName }) =>
        [...(parentElement?.children ?? [])].filter((one) => one.localName === localName),
      );
    return [...new Set([...stateful, ...siblings])];
  };
  const kindOf = (control: Element) =>
    control.getAttribute("role") ?? `${control.localName} ${control.getAttribute("type")}`;
  const boxOf = (control: Element) =>
    control instanceof HTMLInputElement ? (control.closest("label") ?? control) : control;
  /** Returns the looks of the parts that may show a state. The values in a row say nothing about its state. */
  const looksOf = (control: Element): string => {
    const box = boxOf(control);
    const inner = box.matches("tr, [role=row]")
      ? [...box.children, ...box.querySelectorAll("[role=checkbox], [role=checkbox] *")]
      : all(box);
    return [...new Set([box, ...inner].map(lookOf))].sort().join("\n");
  };

  let filled: Box[] = [];
  let states: { control: Element; kind: string; state: string; looks: string }[] = [];
  const remember = () => {
    refresh();
    filled = all(document.body).filter(isPart).flatMap(boxesOf).filter(isFilled);
    states = controls()
      .filter((control) => boxOf(control).getClientRects().length > 0)
      .map((control) => ({
        control,
        kind: kindOf(control),
        state: stateOf(control),
        looks: looksOf(control),
      }));
  };
  const lost = () => {
    refresh();
    const gone = filled.filter((box) => {
      if (!box.element.isConnected || isSetOff(box)) return false;
      return box.pseudo !== null || (!fillsBorder(box.element) && !isMarkedRow(box.element));
    });
    const alike = [...Map.groupBy(states, ({ control, kind }) => `${kind}\n${looksOf(control)}`).values()];
    const unclear = alike.flatMap((group) =>
      group.filter(
        (one) => one.state !== "false" && group.some(({ state, looks }) => state !== one.state && looks !== one.looks),
      ),
    );
    const elements = [...gone.map(({ element }) => element), ...unclear.map(({ control }) => boxOf(control))];
    return [...new Set(elements)].map(htmlOf);
  };

  let focused: { element: Element; looks: string } | null = null;
  /** Returns the boxes that may carry the ring of an input. */
  const around = ({ parentElement: parent }: Element) =>
    [parent, parent?.parentElement ?? null].filter((box) => box !== null);
  const looksAround = (element: Element) => {
    const label = element.closest("label");
    return [element, ...around(element), ...(label ? all(label) : [])].map(lookOf).join("\n");
  };
  const hasOutline = (box: Element) => linesOf(box).some((line) => line.startsWith("outline"));
  const followFocus = () => {
    refresh();
    const before = focused;
    const now = document.activeElement;
    focused = now === null || now === document.body ? null : { element: now, looks: looksAround(now) };
    if (before === null || before.element === now || !before.element.isConnected) return [];
    // The focus went to another part of a field that keeps its ring.
    if (around(before.element).some((box) => box.contains(now) && hasOutline(box))) return [];
    return looksAround(before.element) === before.looks ? [htmlOf(before.element)] : [];
  };
  globalThis.marks = { remember, lost, followFocus };
}
