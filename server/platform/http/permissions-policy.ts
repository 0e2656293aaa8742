// The Permissions-Policy header has no default, so every feature that Chromium knows is refused by name; it warns of others.

/** Passkeys, clipboard buttons, and texts for screen readers. */
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

export const PERMISSIONS_POLICY = [
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(", ");
