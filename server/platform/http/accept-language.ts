import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";

/** Returns the language by Accept-Language; Swedish for neither or `*`. */
export function languageOf(request: Pick<FastifyRequest, "headers">): Language {
  let best: { language: Language; quality: number } = { language: "sv", quality: 0 };
  for (const part of (request.headers["accept-language"] ?? "").slice(0, 200).split(",")) {
    const [range = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const [primary = ""] = range.split("-");
    const language = primary === "en" ? "en" : primary === "sv" || primary === "*" ? "sv" : null;
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (language !== null && quality > best.quality) best = { language, quality };
  }
  return best.language;
}
