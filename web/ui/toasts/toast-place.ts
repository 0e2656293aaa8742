// Places toasts so that they cover nothing one must press: beside the open dialog, else in the empty part of the sidebar, else at the
// bottom, where pages and dialogs make room for them.

/** Pixels left and right of all panels open over the page. */
export interface Gutters {
  left: number;
  right: number;
}

/** An empty part of the frame, in pixels of the window. */
export interface Room {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

export interface Surroundings {
  isPhone: boolean;
  /** The sidebar stands beside the page, if the page has one. */
  isWide: boolean;
  /** Null while nothing is open over the page. */
  gutters: Gutters | null;
  sidebar: Room | null;
  /** Height of the bar at the bottom of the page or of the dialog's foot. */
  bar: number;
  /** Height of the toasts together. */
  stack: number;
  /** They were too high for the sidebar, where they are narrower and therefore higher. */
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
const NARROWEST = 200;
const EDGE = 20;
const GAP = 8;
/** Header, footer and some lines of a dialog. */
const LEAST_PANEL = 300;

export function placeOf({ isPhone, isWide, gutters, sidebar, bar, stack, isTooHigh }: Surroundings): ToastPlace {
  const bottom = Math.max(EDGE, bar + GAP);
  if (isPhone) return { side: "bottom", width: WIDTH, inset: 12, from: "bottom", offset: bottom };
  if (gutters !== null) {
    const side = gutters.right >= gutters.left ? "right" : "left";
    const width = Math.min(WIDTH, gutters[side] - 2 * EDGE);
    if (width >= NARROWEST) return { side, width, inset: EDGE, from: "top", offset: EDGE };
    return { side: "bottom", width: WIDTH, inset: EDGE, from: "bottom", offset: EDGE };
  }
  if (sidebar !== null && !isTooHigh && fitsIn(sidebar, stack) && sidebar.width >= NARROWEST)
    return { side: "left", width: sidebar.width, inset: sidebar.left, from: "bottom", offset: sidebar.bottom + GAP };
  // A page without a frame is a column in the middle.
  if (isWide && sidebar === null) return { side: "right", width: WIDTH, inset: EDGE, from: "top", offset: EDGE };
  return { side: "bottom", width: WIDTH, inset: EDGE, from: "bottom", offset: EDGE };
}

export function fitsIn(sidebar: Room, stack: number): boolean {
  return sidebar.height >= stack + 2 * GAP;
}

/** Returns the space that pages and dialogs leave free at the bottom: for the toasts themselves, and including what lies below them. */
export function reserved({ side, offset }: ToastPlace, stack: number): { stack: number; strip: number } {
  if (side !== "bottom" || stack === 0) return { stack: 0, strip: 0 };
  return { stack: stack + 2 * GAP, strip: stack + offset + GAP };
}

/**
 * Returns the space that an open panel keeps. If it were given back when the toast goes, buttons would move away under a press, which would
 * then be lost or meet another button. In a low window the panel takes back what it needs.
 */
export function keptStrip(strip: number, before: number, isPanelOpen: boolean, windowHeight: number): number {
  return isPanelOpen ? Math.max(strip, Math.min(before, windowHeight - LEAST_PANEL)) : strip;
}
