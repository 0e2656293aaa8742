// What a browser lets the page do beside showing itself. Everything is refused by name, since the header knows no default:
// a feature that is not named stays allowed. The names are those that Chromium knows; it warns of others.

/** Passkeys, the copy buttons, and words that are spoken by a screen reader alone. */
export const USED_FEATURES = [
  "publickey-credentials-create",
  "publickey-credentials-get",
  "clipboard-write",
  "aria-notify",
] as const;

// biome-ignore format: a list to be read at a glance
const UNUSED_FEATURES = [
  "accelerometer", "autoplay", "browsing-topics", "camera", "captured-surface-control", "clipboard-read", "compute-pressure",
  "cross-origin-isolated", "deferred-fetch", "deferred-fetch-minimal", "digital-credentials-get", "display-capture",
  "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection",
  "interest-cohort", "keyboard-map", "language-detector", "language-model", "local-fonts", "local-network", "local-network-access",
  "loopback-network", "magnetometer", "microphone", "midi", "on-device-speech-recognition", "otp-credentials", "payment",
  "picture-in-picture", "private-state-token-issuance", "private-state-token-redemption", "screen-wake-lock", "serial",
  "storage-access", "summarizer", "sync-xhr", "translator", "unload", "usb", "window-management", "xr-spatial-tracking",
] as const;

/** The header's value. */
export const PERMISSIONS_POLICY = [
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(", ");
