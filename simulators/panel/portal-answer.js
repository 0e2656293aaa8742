export function portalAnswer(text) {
  try {
    const value = JSON.parse(text);
    return typeof value?.granted === "boolean" ? value : null;
  } catch {
    return null;
  }
}
