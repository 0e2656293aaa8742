// The portal's answer to a gate, as the webhook gave it.

/** What the portal said, or null when it was something else than an answer of ours. */
export function portalAnswer(text) {
  try {
    const value = JSON.parse(text);
    return typeof value?.granted === "boolean" ? value : null;
  } catch {
    return null;
  }
}
