// Remembers the place that this browser last showed; boot/before-paint.js reads the same key before the first paint.
import { z } from "zod";

const STORAGE_KEY = "portal.place";
const rememberedSchema = z.object({ organizationId: z.string(), name: z.string() });

/** Returns the remembered name; null when it is another organisation's or nothing is stored. */
export function recallPlace(organizationId: string | null): string | null {
  try {
    const remembered = rememberedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ""));
    return remembered.organizationId === organizationId ? remembered.name : null;
  } catch {
    return null;
  }
}

export function rememberPlace(organizationId: string, name: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ organizationId, name }));
}

export function clearPlace(): void {
  localStorage.removeItem(STORAGE_KEY);
}
