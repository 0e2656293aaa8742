const EVERY_MS = { terminal: 200, log: 5_000 };

/** Returns a progress line on stderr, because stdout carries only the result. */
export function progressLine(): { show(text: string): void; end(): void } {
  const terminal = process.stderr.isTTY;
  let shown = 0;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - shown < (terminal ? EVERY_MS.terminal : EVERY_MS.log)) return;
      shown = now;
      process.stderr.write(terminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end: () => {
      if (terminal) process.stderr.write("\r\x1b[2K");
    },
  };
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Returns "1.4 GB"; units are powers of 1,000. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`;
}
