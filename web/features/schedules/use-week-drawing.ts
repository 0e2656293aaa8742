import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { daysWords } from "#web/lib/doors/door-pin.ts";
import { intervalWords } from "#web/lib/doors/schedule-words.ts";
import type { WeekRow } from "./schedule-form.ts";
import { schedulesTexts as t } from "./texts/schedules.sv.ts";
import { blockAt, blocksOf, type Drawn, drawHours, eraseHours } from "./week-blocks.ts";
import {
  blocksDrawn,
  type Drawing,
  drawnOf,
  endOfDrawn,
  movedBy,
  type Place,
  placeOf,
  SLOT_MINUTES,
  SLOTS,
  wrapped,
} from "./week-places.ts";

const LEAP_SLOTS = 8;

export interface WeekDrawingProps {
  rows: readonly WeekRow[];
  /** yyyy-MM-dd. */
  today: string;
  onChange: (rows: WeekRow[]) => void;
  /** Leads to the typed fields of a row. */
  onEdit: (row: number) => void;
}

/** Handles actions in the week: moves the cursor, draws hours, opens a row's fields and erases. */
export function useWeekDrawing({ rows, today, onChange, onEdit }: WeekDrawingProps) {
  const [place, setPlace] = useState<Place>({ day: 1, slot: 12 });
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const blocks = blocksOf(rows);
  const under = ({ day, slot }: Place) => blockAt(blocks, day, slot * SLOT_MINUTES);
  const draw = (at: Place) => setDrawing({ start: drawing?.start ?? at, end: at });
  const stop = () => setDrawing(null);

  function finish(done: Drawing): void {
    const drawn = drawnOf(done);
    stop();
    onChange(drawHours(rows, drawn, today));
    announce(t.drawnHours(wordsOf(drawn)));
  }

  /** Handles a press on a place, by Enter, click or touch. */
  function press(at: Place): void {
    const block = under(at);
    if (drawing) finish({ ...drawing, end: at });
    else if (block) onEdit(block.row);
    else draw(at);
  }

  function release(held: Drawing, hasMoved: boolean): void {
    const block = under(held.start);
    if (hasMoved) finish(held);
    else if (block) {
      stop();
      onEdit(block.row);
    }
  }

  function erase(): void {
    const block = under(place);
    if (drawing) stop();
    else if (block) {
      onChange(eraseHours(rows, block));
      announce(t.erasedHours(wordsOf({ days: [block.weekday], from: block.from, end: block.to })));
    }
  }

  function move(days: number, slots: number): void {
    const to = movedBy({ days, slots }, place, drawing);
    setPlace(wrapped(to));
    if (drawing) draw(to);
  }

  const acts = keyActs(drawing?.end ?? place, { move, press, erase, stop: drawing && stop });
  const pointerProps = usePointer({ drawing, draw, setPlace, press, release });
  const drawn = drawing && drawnOf(drawing);
  return {
    blocks,
    drawn: drawn === null ? [] : blocksDrawn(drawn),
    drawnWords: drawn === null ? null : wordsOf(drawn),
    cursor: place,
    gridProps: { onBlur: stop, onKeyDown: (event: KeyboardEvent) => followKey(event, acts), ...pointerProps },
  };
}

const wordsOf = (drawn: Drawn): string =>
  `${daysWords(drawn.days)} ${intervalWords({ from: drawn.from, to: endOfDrawn(drawn) })}`;

interface KeyHandlers {
  move: (days: number, slots: number) => void;
  press: (at: Place) => void;
  erase: () => void;
  /** Null while nothing is drawn: Escape then belongs to the dialog. */
  stop: (() => void) | null;
}

/** Returns the act of each key of the week. `at`: the cursor, or the end of the hours being drawn. */
function keyActs(at: Place, { move, press, erase, stop }: KeyHandlers): ReadonlyMap<string, () => void> {
  return new Map<string, () => void>([
    ["ArrowLeft", () => move(-1, 0)],
    ["ArrowRight", () => move(1, 0)],
    ["ArrowUp", () => move(0, -1)],
    ["ArrowDown", () => move(0, 1)],
    ["PageUp", () => move(0, -LEAP_SLOTS)],
    ["PageDown", () => move(0, LEAP_SLOTS)],
    ["Home", () => move(0, -SLOTS)],
    ["End", () => move(0, SLOTS - 1 - at.slot)],
    ["Enter", () => press(at)],
    [" ", () => press(at)],
    ["Delete", erase],
    ["Backspace", erase],
    ...(stop ? [["Escape", stop] as const] : []),
  ]);
}

/** Runs the act of a key, and keeps the key from the dialog, which Escape would close. Leaves keys with Ctrl, Cmd or Alt alone. */
function followKey(event: KeyboardEvent, acts: ReadonlyMap<string, () => void>): void {
  const act = acts.get(event.key);
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

interface PointerHandlers {
  drawing: Drawing | null;
  draw: (at: Place) => void;
  setPlace: (at: Place) => void;
  press: (at: Place) => void;
  /** Ends a press of the mouse. `hasMoved` is also true when the press continued hours that were begun before. */
  release: (held: Drawing, hasMoved: boolean) => void;
}

/** Draws by mouse, from press to release, and by touch, where each tap is a press on a place. */
function usePointer({ drawing, draw, setPlace, press, release }: PointerHandlers) {
  /** Set while a mouse button is down. */
  const dragged = useRef<{ hasMoved: boolean } | null>(null);
  /** Start of a touch. The fields above may move the grid before the finger is lifted. */
  const touched = useRef<Place | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event.target);
    touched.current = event.pointerType === "touch" ? at : null;
    if (at === null || touched.current !== null || event.button !== 0) return;
    setPlace(at);
    dragged.current = { hasMoved: drawing !== null };
    draw(at);
  }

  function onPointerOver(event: PointerEvent): void {
    const at = placeOf(event.target);
    if (at === null || dragged.current === null || !drawing) return;
    dragged.current.hasMoved = true;
    draw(at);
  }

  const onPointerUp = useEffectEvent(() => {
    const held = dragged.current;
    if (held === null || !drawing) return;
    dragged.current = null;
    release(drawing, held.hasMoved);
  });
  useEffect(() => {
    window.addEventListener("pointerup", onPointerUp);
    return () => window.removeEventListener("pointerup", onPointerUp);
  }, []);

  function onClick(): void {
    const at = touched.current;
    if (at === null) return;
    touched.current = null;
    setPlace(at);
    press(at);
  }

  return { onPointerDown, onPointerOver, onClick };
}
