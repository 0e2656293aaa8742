/** Puts text on the clipboard. Returns false where the browser has no clipboard (plain http from another machine) or refuses it. */
export async function copied(text: string): Promise<boolean> {
  try {
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (!clipboard) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
