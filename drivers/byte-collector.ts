/** Small answers need no second buffer. */
const FIRST_BYTES = 4 * 1024;

/**
 * Collects the pieces of an answer in one growing buffer. Its sender decides how small the pieces are: kept apart, each costs some hundred
 * bytes, so a megabyte of single bytes took 300 MB.
 */
export class ByteCollector {
  #bytes: Buffer = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length, FIRST_BYTES));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  /** Returns what was pushed, which a later push may move. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}
