import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { DAY_MINUTES } from "#contract/schedules/local-day.ts";
import { announce } from "#web/lib/announce.ts";
import { daysWords } from "#web/lib/doors/door-pin.ts";
import { intervalWords } from "#web/lib/doors/schedule-words.ts";
import type { WeekRow } from "./schedule-form.ts";
import { schedulesTexts as t } from "./texts/schedules.sv.ts";
import { blockAt, blocksOf, type Drawn, drawHours, eraseHours, WEEKDAYS, type WeekBlock } from "./week-blocks.ts";

export const SLOT_MINUTES = 30;
export const SLOTS = DAY_MINUTES / SLOT_MINUTES;
const LEAP_SLOTS = 8;

export interface WeekDrawingProps {
  rows: readonly WeekRow[];
  /** yyyy-MM-dd. */
  today: string;
  onChange: (rows: WeekRow[]) => void;
  /** Leads to the typed fields of a row. */
  onEdit: (row: number) => void;
}

interface Place {
  day: number;
  /** Half hours of the day and, while somebody draws, also of the day after. */
  slot: number;
}

interface Drawing {
  start: Place;
  end: Place;
}

/** Handles actions in the week: moves the cursor, draws hours, opens a row's fields and erases. */
export function useWeekDrawing({ rows, today, onChange, onEdit }: WeekDrawingProps) {
  const [place, setPlace] = useState<Place>({ day: 1, slot: 12 });
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  /** Set while a mouse button is down. */
  const dragged = useRef<{ hasMoved: boolean } | null>(null);
  /** Start of a touch. The fields above may move the grid before the finger is lifted. */
  const touched = useRef<Place | null>(null);
  const blocks = blocksOf(rows);
  const under = ({ day, slot }: Place) => blockAt(blocks, day, slot * SLOT_MINUTES);

  function finish({ start, end }: Drawing): void {
    const drawn = drawnOf(start, end);
    setDrawing(null);
    onChange(drawHours(rows, drawn, today));
    announce(t.drawnHours(wordsOf(drawn)));
  }

  /** Handles a press on a place, by Enter, click or touch. */
  function press(at: Place): void {
    const block = under(at);
    if (drawing) finish({ ...drawing, end: at });
    else if (block) onEdit(block.row);
    else setDrawing({ start: at, end: at });
  }

  function erase(): void {
    const block = under(place);
    if (drawing) setDrawing(null);
    else if (block) {
      onChange(eraseHours(rows, block));
      announce(t.erasedHours(wordsOf({ days: [block.weekday], from: block.from, end: block.to })));
    }
  }

  function move(days: number, slots: number): void {
    const from = drawing?.end ?? place;
    // Hours are shorter than a day, or exactly the whole day.
    const most = drawing ? drawing.start.slot + SLOTS - 2 : 0;
    const to = {
      day: Math.min(7, Math.max(1, from.day + days)),
      slot: Math.min(Math.max(0, from.slot + slots), Math.max(most, SLOTS - 1)),
    };
    setPlace(wrapped(to));
    if (drawing) setDrawing({ ...drawing, end: to });
  }

  const acts = new Map<string, () => void>([
    ["ArrowLeft", () => move(-1, 0)],
    ["ArrowRight", () => move(1, 0)],
    ["ArrowUp", () => move(0, -1)],
    ["ArrowDown", () => move(0, 1)],
    ["PageUp", () => move(0, -LEAP_SLOTS)],
    ["PageDown", () => move(0, LEAP_SLOTS)],
    ["Home", () => move(0, -SLOTS)],
    ["End", () => move(0, SLOTS - 1 - (drawing?.end ?? place).slot)],
    ["Enter", () => press(drawing?.end ?? place)],
    [" ", () => press(drawing?.end ?? place)],
    ["Delete", erase],
    ["Backspace", erase],
    ...(drawing ? [["Escape", () => setDrawing(null)] as const] : []),
  ]);

  function onKeyDown(event: KeyboardEvent): void {
    const act = acts.get(event.key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Escape would close the dialog, and the others belong to the grid.
    event.stopPropagation();
    act();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event.target);
    touched.current = event.pointerType === "touch" ? at : null;
    if (at === null || touched.current !== null || event.button !== 0) return;
    setPlace(at);
    dragged.current = { hasMoved: drawing !== null };
    if (drawing) setDrawing({ ...drawing, end: at });
    else setDrawing({ start: at, end: at });
  }

  function onPointerOver(event: PointerEvent): void {
    const at = placeOf(event.target);
    if (at === null || dragged.current === null || !drawing) return;
    dragged.current.hasMoved = true;
    setDrawing({ ...drawing, end: at });
  }

  const release = useEffectEvent(() => {
    const { hasMoved = false } = dragged.current ?? {};
    if (dragged.current === null || !drawing) return;
    dragged.current = null;
    const block = under(drawing.start);
    if (hasMoved) finish(drawing);
    else if (block) {
      setDrawing(null);
      onEdit(block.row);
    }
  });
  useEffect(() => {
    window.addEventListener("pointerup", release);
    return () => window.removeEventListener("pointerup", release);
  }, []);

  function onClick(): void {
    const at = touched.current;
    if (at === null) return;
    touched.current = null;
    setPlace(at);
    press(at);
  }

  const drawn = drawing && drawnOf(drawing.start, drawing.end);
  return {
    blocks,
    drawn: drawn === null ? [] : blocksDrawn(drawn),
    drawnWords: drawn === null ? null : wordsOf(drawn),
    cursor: place,
    gridProps: { onBlur: () => setDrawing(null), onKeyDown, onPointerDown, onPointerOver, onClick },
  };
}

/** Returns the place in its own day's column. */
const wrapped = ({ day, slot }: Place): Place =>
  slot < SLOTS ? { day, slot } : { day: (day % 7) + 1, slot: slot - SLOTS };

function placeOf(target: EventTarget): Place | null {
  const { day, slot } = target instanceof HTMLElement ? target.dataset : {};
  return day === undefined || slot === undefined ? null : { day: Number(day), slot: Number(slot) };
}

function drawnOf(start: Place, end: Place): Drawn {
  const [firstDay, lastDay] = [Math.min(start.day, end.day), Math.max(start.day, end.day)];
  return {
    days: WEEKDAYS.filter((day) => day >= firstDay && day <= lastDay),
    from: Math.min(start.slot, end.slot) * SLOT_MINUTES,
    end: (Math.max(start.slot, end.slot) + 1) * SLOT_MINUTES,
  };
}

const wordsOf = ({ days, from, end }: Drawn): string =>
  `${daysWords(days)} ${intervalWords({ from, to: end > DAY_MINUTES ? end - DAY_MINUTES : end })}`;

function blocksDrawn({ days, from, end }: Drawn): WeekBlock[] {
  const to = end > DAY_MINUTES ? end - DAY_MINUTES : end;
  return days.flatMap((weekday) => {
    const block = { weekday, from, to, every: "1", row: -1 } as const;
    const first = { ...block, day: weekday, top: from, bottom: Math.min(end, DAY_MINUTES) };
    return end <= DAY_MINUTES ? [first] : [first, { ...block, day: (weekday % 7) + 1, top: 0, bottom: to }];
  });
}
