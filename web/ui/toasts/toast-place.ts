// Places toasts at the top right, left of the sync state and of the page's buttons; with an open dialog beside it. They cover nothing one
// must press: where there is no such room (phones, a high stack, a wide dialog), they stand at the bottom, and the page makes room.

/** Pixels left and right of all panels open over the page. */
export interface Gutters {
  left: number;
  right: number;
}

/** The empty part of the top bar, between its search and the sync state, in pixels of the window. */
export interface Room {
  left: number;
  right: number;
}

/** The buttons of the page's head, in pixels of the window while the page stands at its top. `left`: Infinity without buttons. */
export interface HeadButtons {
  left: number;
  top: number;
  bottom: number;
}

export interface Surroundings {
  isPhone: boolean;
  /** The sidebar stands beside the page, if the page has one. */
  isWide: boolean;
  /** Null while nothing is open over the page. */
  gutters: Gutters | null;
  room: Room | null;
  head: HeadButtons | null;
  windowWidth: number;
  /** Height of the bar at the bottom of the page or of the dialog's foot. */
  bar: number;
  /** Height of the toasts together. */
  stack: number;
  /** The toasts were too high for the top, where they are narrower and therefore higher. */
  isTooHigh?: boolean;
}

export interface ToastPlace {
  side: "right" | "left" | "bottom";
  width: number;
  /** Distance from that side, and from the top or the bottom. */
  inset: number;
  from: "top" | "bottom";
  offset: number;
}

const WIDTH = 340;
const NARROWEST = 240;
const EDGE = 20;
const GAP = 8;
/** The top bar, which shows the sync state. */
const TOP_BAR = 56;
/** Where a page without buttons begins its list. */
const HEAD = 132;
/** Header, footer and some lines of a dialog. */
const LEAST_PANEL = 300;

/** Returns the place, with lengths in px. */
export function placeOf(around: Surroundings): ToastPlace {
  const { isPhone, isWide, gutters, room, bar } = around;
  const bottom = Math.max(EDGE, bar + GAP);
  if (isPhone) return { side: "bottom", width: WIDTH, inset: 12, from: "bottom", offset: bottom };
  if (gutters !== null) {
    const side = gutters.right >= gutters.left ? "right" : "left";
    const width = Math.min(WIDTH, gutters[side] - 2 * EDGE);
    if (width >= NARROWEST - EDGE) return { side, width, inset: EDGE, from: "top", offset: TOP_BAR };
    return { side: "bottom", width: WIDTH, inset: EDGE, from: "bottom", offset: EDGE };
  }
  const top = topRoom(around);
  if (top !== null)
    return {
      side: "right",
      width: Math.min(WIDTH, top.right - top.left),
      inset: around.windowWidth - top.right,
      from: "top",
      offset: GAP,
    };
  // A page without a frame is a column in the middle.
  if (isWide && room === null) return { side: "right", width: WIDTH, inset: EDGE, from: "top", offset: EDGE };
  return { side: "bottom", width: WIDTH, inset: EDGE, from: "bottom", offset: EDGE };
}

/** Returns the room at the top that the stack fits in: above the page's buttons, else left of them; null where it fits in neither. */
function topRoom({ room, head, stack, isTooHigh }: Surroundings): Room | null {
  if (room === null || isTooHigh) return null;
  const beside = { left: room.left + GAP, right: Math.min(room.right, head?.left ?? room.right) - GAP };
  const above = { left: beside.left, right: room.right - GAP };
  const fits = ({ left, right }: Room, end: number) => right - left >= NARROWEST && stack + GAP <= end;
  if (fits(beside, Math.max(HEAD, head?.bottom ?? 0))) return beside;
  return fits(above, head?.top ?? HEAD) ? above : null;
}

/** Returns the space that pages and dialogs leave free at the bottom: for the toasts themselves, and including what lies below them. */
export function reserved({ side, offset }: ToastPlace, stack: number): { stack: number; strip: number } {
  if (side !== "bottom" || stack === 0) return { stack: 0, strip: 0 };
  return { stack: stack + 2 * GAP, strip: stack + offset + GAP };
}

/**
 * Returns the space that an open panel keeps. If the space were given back when the toast goes, buttons would move away from a press, which
 * would be lost or meet another button. In a low window the panel takes back what it needs.
 */
export function keptStrip(strip: number, before: number, isPanelOpen: boolean, windowHeight: number): number {
  return isPanelOpen ? Math.max(strip, Math.min(before, windowHeight - LEAST_PANEL)) : strip;
}
