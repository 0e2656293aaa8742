// A copy in S3 stands where others may write, so it is read with the back-up key while it is passed on.
import { Readable } from "node:stream";
import { requireNamed } from "./backup-folder.ts";
import { openStream } from "./container.ts";

/**
 * Passes on a copy unchanged, as far as it has proved to be the back-up of that name. A changed byte or a missing end breaks the stream off with
 * a BackupError. Throws BackupError, and closes the copy, where its first part is not right.
 */
export async function checkedCopy(copy: Readable, { name, key }: { name: string; key: string }): Promise<Readable> {
  const read: Buffer[] = [];
  try {
    const { header, content } = await openStream(noted(copy, read), key);
    requireNamed(name, header);
    // The header proves nothing before a part has been opened with it.
    await content.next();
    return Readable.from(passedOn(copy, content, read), { objectMode: false });
  } catch (error) {
    copy.destroy();
    throw error;
  }
}

async function* noted(copy: Readable, read: Buffer[]): AsyncGenerator<Buffer> {
  for await (const piece of copy as AsyncIterable<Buffer>) {
    read.push(piece);
    yield piece;
  }
}

/** The newest piece is held back, because it may reach into a part that is not opened yet. */
async function* passedOn(copy: Readable, content: AsyncGenerator<Buffer>, read: Buffer[]): AsyncGenerator<Buffer> {
  try {
    do yield* read.splice(0, Math.max(0, read.length - 1));
    while (!(await content.next()).done);
    yield* read;
  } finally {
    copy.destroy();
  }
}
