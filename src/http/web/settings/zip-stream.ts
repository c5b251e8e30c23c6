/** One whole file. Producing one at a time needs memory for only one. */
export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
  /** In milliseconds. */
  modifiedAt: number;
}

const VERSION = 45;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;

/**
 * A ZIP archive, streamed. Files are stored uncompressed, because pictures already are compressed. ZIP64 fields let it
 * exceed 4 GB and 65,535 files.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for await (const entry of entries) {
    const about = describe(entry);
    const header = record(0x04034b50, [[VERSION, 2], ...about.shared, [0, 2]], about.name);
    directory.push(directoryRecord(about, at));
    yield header;
    yield entry.bytes;
    at += header.length + entry.bytes.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  yield* directory;
  yield end(directory.length, size, at);
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** A record: signature, little-endian numbers, and the rest. */
function record(signature: number, fields: readonly Field[], ...rest: Uint8Array[]): Uint8Array {
  const numbers = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 4));
  numbers.writeUInt32LE(signature);
  let at = 4;
  for (const [value, bytes] of fields) {
    if (bytes === 8) numbers.writeBigUInt64LE(BigInt(value), at);
    else numbers.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return Buffer.concat([numbers, ...rest]);
}

interface Described {
  name: Uint8Array;
  /** Fields that the local header and the directory entry share. */
  shared: Field[];
}

function describe({ path, bytes, modifiedAt }: ZipEntry): Described {
  const name = new TextEncoder().encode(path);
  const [time, date] = dosTime(modifiedAt);
  const size: Field = [bytes.length, 4];
  const check: Field = [Bun.hash.crc32(bytes), 4];
  return { name, shared: [[FLAGS, 2], [STORED, 2], [time, 2], [date, 2], check, size, size, [name.length, 2]] };
}

function directoryRecord({ name, shared }: Described, at: number): Uint8Array {
  const far = at >= MOST_32;
  // An offset beyond 4 GB goes into an extra field.
  const extra = far
    ? fieldsOnly([
        [1, 2],
        [8, 2],
        [at, 8],
      ])
    : new Uint8Array();
  const tail: Field[] = [
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [far ? MOST_32 : at, 4],
  ];
  return record(0x02014b50, [[VERSION, 2], [VERSION, 2], ...shared, ...tail], name, extra);
}

const fieldsOnly = (fields: Field[]) => record(0, fields).subarray(4);

function end(count: number, size: number, at: number): Uint8Array {
  const big = count >= MOST_16 || size >= MOST_32 || at >= MOST_32;
  const counts = Math.min(count, MOST_16);
  const last = record(0x06054b50, [
    [0, 2],
    [0, 2],
    [counts, 2],
    [counts, 2],
    [Math.min(size, MOST_32), 4],
    [Math.min(at, MOST_32), 4],
    [0, 2],
  ]);
  if (!big) return last;
  const long = record(0x06064b50, [
    [44, 8],
    [VERSION, 2],
    [VERSION, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [at, 8],
  ]);
  const locator = record(0x07064b50, [
    [0, 4],
    [at + size, 8],
    [1, 4],
  ]);
  return Buffer.concat([long, locator, last]);
}

/** DOS time: steps of two seconds, starting in 1980. */
function dosTime(ms: number): [time: number, date: number] {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, date];
}

/** Produced as fast as it is read. Stops when the reader goes away. */
export const streamOf = (parts: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
