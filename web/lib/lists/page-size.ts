// Rows per page: chosen once, remembered in this browser for every list.
import { PAGE_SIZE } from "#contract/limits.ts";

export const PAGE_SIZES = [25, 50, 100, 200] as const;

const STORAGE_KEY = "portal.page-size";

/** Returns the size; null for one that is not offered. */
export function pageSizeOf(text: string | null): number | null {
  return PAGE_SIZES.find((size) => String(size) === text) ?? null;
}

/** Returns the remembered size, else the usual one. */
export function recallPageSize(): number {
  try {
    return pageSizeOf(localStorage.getItem(STORAGE_KEY)) ?? PAGE_SIZE;
  } catch {
    return PAGE_SIZE;
  }
}

export function rememberPageSize(size: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(size));
  } catch {
    // A browser that stores nothing starts with the usual size.
  }
}
