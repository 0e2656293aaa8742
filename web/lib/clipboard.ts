/** Puts text on the clipboard. Returns false over plain http from another machine, where there is none, and where it is refused. */
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
