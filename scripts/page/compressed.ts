import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Writes .br and .gz beside every text file, so that the server compresses nothing. */
export function compressed(): Plugin {
  const text = /\.(js|css|html|svg|txt|json)$/;
  /** Smaller files fit into one packet anyway. */
  const leastBytes = 1_000;
  return {
    name: "portal-compressed",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => text.test(fileName) && !fileName.endsWith(".html"));
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (content.length < leastBytes) return;
          const path = join(dir ?? "", file.fileName);
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
        }),
      );
    },
  };
}
