import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { pairOfName, recordedName } from '#domain/prices/replay/replay.ts';
import type { RecordedFile } from '#domain/prices/replay/replay.ts';
import type { Pair } from '#domain/prices/pair.ts';

const NEW_LINE = 10;

/** Walks REPLAY_DIR through all folders. Files whose name no pair has are listed with 0 rows and not opened. */
export async function scanFolder(dir: string, pairs: readonly Pair[]): Promise<readonly RecordedFile[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && recordedName(entry.name) !== null)
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
  const files: RecordedFile[] = [];
  for (const file of paths) {
    const name = recordedName(file);
    const known = name !== null && pairOfName(pairs, name.name) !== null;
    files.push({ path: file, rows: known ? await countRows(path.join(dir, file)) : 0 });
  }
  return files;
}

/** Data rows of a CSV or CSV.gz, header not counted, without keeping them. A file that cannot be unpacked counts 0. */
export async function countRows(file: string): Promise<number> {
  let lines = 0;
  let last = NEW_LINE;
  const count = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
      last = chunk.at(-1) ?? last;
    }
  };
  try {
    if (file.endsWith('.gz')) await pipeline(createReadStream(file), createGunzip({ chunkSize: 1 << 18 }), count);
    else await pipeline(createReadStream(file), count);
  } catch {
    return 0;
  }
  return Math.max(0, lines - (last === NEW_LINE ? 1 : 0));
}
