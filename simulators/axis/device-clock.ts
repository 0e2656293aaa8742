// The device's clock: world time plus an offset.

export class DeviceClock {
  offsetMs = 0;
  readonly world: () => number;

  constructor(world: () => number = Date.now) {
    this.world = world;
  }

  now(): number {
    return this.world() + this.offsetMs;
  }

  set(time: Date): void {
    this.offsetMs = time.getTime() - this.world();
  }
}

/** Returns the ms of "PT1H30M5S"; 0 for any other form. */
export function durationMs(text: string): number {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text);
  if (!match) return 0;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
}
