// Delays changes of the layout while a pointer is down. Toasts and fields change the room that they take; a button that moves or is covered
// before the pointer is up would lose its press.

/** On touch the click comes a moment after the finger is up; a press that was dragged away has none. */
const CLICK_MS = 100;
/** After this time the change is made even if the end of the press never arrives. */
const LONGEST_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | null = null;
let waiting: (() => void)[] = [];

/** Runs an operation at once or, while a pointer is down, in order once the press is over. */
export function afterPress(operation: () => void): void {
  if (timer === null) operation();
  else waiting.push(operation);
}

/** Listens to presses on the target; returns a function that stops it. */
export function followPresses(target: EventTarget): () => void {
  const down = (event: Event) => {
    if ((event as PointerEvent).button === 0) endIn(LONGEST_MS);
  };
  const up = () => {
    if (timer !== null) endIn(CLICK_MS);
  };
  const clicked = () => {
    if (timer !== null) endIn(0);
  };
  const stop = new AbortController();
  const listen = (name: string, listener: (event: Event) => void, capture: boolean) =>
    target.addEventListener(name, listener, { capture, signal: stop.signal });
  listen("pointerdown", down, true);
  listen("pointerup", up, true);
  listen("pointercancel", up, true);
  listen("click", clicked, true);
  // Only the window's own blur: a field's blur, caused by a press outside it, does not bubble.
  listen("blur", up, false);
  return () => stop.abort();
}

function endIn(milliseconds: number): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    const operations = waiting;
    waiting = [];
    for (const operation of operations) operation();
  }, milliseconds);
}
