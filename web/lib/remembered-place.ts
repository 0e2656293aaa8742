// Whose portal this browser showed last, so that the name stands there at once: boot/before-paint.js reads it from the same
// key before the first paint.
import { z } from "zod";

const STORAGE_KEY = "portal.place";
const rememberedSchema = z.object({ organizationId: z.string(), name: z.string() });

/** The name of `organizationId` when this browser showed it last. */
export function recallPlace(organizationId: string | null): string | null {
  try {
    const remembered = rememberedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ""));
    return remembered.organizationId === organizationId ? remembered.name : null;
  } catch {
    // Nothing there, or not ours: the name comes with the first answer.
    return null;
  }
}

export function rememberPlace(organizationId: string, name: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ organizationId, name }));
}

export function forgetPlace(): void {
  localStorage.removeItem(STORAGE_KEY);
}
