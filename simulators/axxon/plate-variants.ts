// Ways in which cameras misread a plate or write it differently.

export type PlateVariant = "lower-case" | "hyphen" | "space" | "cyrillic" | "ocr-confusion";

const CYRILLIC: Record<string, string> = {
  A: "А",
  B: "В",
  C: "С",
  E: "Е",
  H: "Н",
  K: "К",
  M: "М",
  O: "О",
  P: "Р",
  T: "Т",
  X: "Х",
  Y: "У",
};
const CONFUSED: Record<string, string> = { "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B", O: "0", B: "8" };

/** Returns the plate as the camera reports it; undefined: as it is. */
export function asReported(plate: string, variant: PlateVariant | undefined): string {
  const signs = plate.replaceAll(/[\s-]/g, "");
  switch (variant) {
    case "lower-case":
      return plate.toLowerCase();
    case "hyphen":
      return `${signs.slice(0, 3)}-${signs.slice(3)}`;
    case "space":
      return `${signs.slice(0, 3)} ${signs.slice(3)}`;
    case "cyrillic":
      return plate.replaceAll(/[A-Z]/g, (sign) => CYRILLIC[sign] ?? sign);
    case "ocr-confusion":
      return plate.replace(/[012568OB]/, (sign) => CONFUSED[sign] ?? sign);
    default:
      return plate;
  }
}
