// Keeps what is typed after Ctrl K until the palette's code is fetched.
import { useEffect, useEffectEvent, useRef } from "react";

export interface KeptKeys {
  text: string;
  /** ArrowDown and ArrowUp, in order. */
  moves: readonly string[];
}

/** Adds a key to the kept keys; null for a key that means nothing to the palette. Pure. */
export function withKey({ text, moves }: KeptKeys, key: string): KeptKeys | null {
  if (key === "ArrowDown" || key === "ArrowUp") return { text, moves: [...moves, key] };
  if (key === "Backspace") return { text: text.slice(0, -1), moves: [] };
  return key.length === 1 ? { text: text + key, moves: [] } : null;
}

const NOTHING: KeptKeys = { text: "", moves: [] };

/** Collects keys while `isWaiting` says so. The returned function hands them over once. */
export function useKeptKeys(isOpen: boolean, isWaiting: () => boolean): () => KeptKeys {
  const kept = useRef(NOTHING);
  useEffect(() => {
    if (!isOpen) return;
    kept.current = NOTHING;
    const listen = (event: KeyboardEvent) => {
      if (!isWaiting() || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = withKey(kept.current, event.key);
      if (next === null) return;
      kept.current = next;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, [isOpen, isWaiting]);
  return () => {
    const taken = kept.current;
    kept.current = NOTHING;
    return taken;
  };
}

/** Continues with the keys that were kept: text begins the search, and arrows move in the list below it. */
export function useAdoptedKeys(takeKeys: () => KeptKeys, setText: (text: string) => void): void {
  const adopt = useEffectEvent(() => {
    const { text, moves } = takeKeys();
    if (text !== "") setText(text);
    for (const key of moves)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  useEffect(() => {
    // The field has the focus after the first frame.
    const frame = requestAnimationFrame(() => adopt());
    return () => cancelAnimationFrame(frame);
  }, []);
}
