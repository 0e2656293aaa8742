// Computes colours for the token test: OKLCH → sRGB → WCAG 2 contrast (Björn Ottosson's OKLab).

export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Returns linear-light sRGB, with channels clipped to 0–1 like on an sRGB screen. */
function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** Returns the WCAG 2 contrast ratio, 1–21. Channels are rounded to 8 bits, like on screen. */
export function contrast(one: Oklch, other: Oklch): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * onScreen(red) + 0.7152 * onScreen(green) + 0.0722 * onScreen(blue);
}

function onScreen(linear: number): number {
  return decode(Math.round(encode(linear) * 255) / 255);
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function decode(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
