/**
 * Plays recorded orders into our book: `npm run check:orderflow -- MESSAGES… [--start BOOK] [--book BOOK]`.
 * LOBSTER (time_s,type,order_id,size,price,side): `--book` is compared row by row, row i after message i; `--start` (or the first row of
 * `--book`) is the book before the first message. CME (ts_event_ns,action,side,order_id,price,size,flags,sequence): `--start` is a file of
 * the same columns with the orders that rest already. Several files of messages are played one after the other. Files may be gzip.
 * The last line is `N compared, N differ`; exit code 1 on a difference, 2 where the files cannot be read or
 * nothing in them could be compared.
 */
import { cmeDigits, cmeMessages, isCme } from './orderflow/cme-files.ts';
import { replayCme } from './orderflow/cme.ts';
import type { Findings } from './orderflow/findings.ts';
import { isLobster, lobsterBooks, lobsterMessages } from './orderflow/lobster-files.ts';
import { replayLobster } from './orderflow/lobster.ts';
import { readTable } from './orderflow/table.ts';

const USAGE = 'npm run check:orderflow -- MESSAGES… [--start BOOK] [--book BOOK]';

interface Asked {
  readonly messages: string[];
  readonly start: string[];
  readonly book: string[];
}

function asked(words: readonly string[]): Asked {
  const files: Asked = { messages: [], start: [], book: [] };
  let into = files.messages;
  for (const word of words) {
    if (word === '--start') into = files.start;
    else if (word === '--book') into = files.book;
    else if (word.startsWith('--')) throw new Error(`there is no ${word}: ${USAGE}`);
    else {
      into.push(word);
      into = files.messages;
    }
  }
  if (files.messages.length === 0 || into !== files.messages) throw new Error(USAGE);
  return files;
}

function check(files: Asked): Findings {
  const [messages, start, book] = [files.messages, files.start, files.book].map((paths) => paths.map(readTable));
  if (messages!.every(isCme)) {
    if (files.book.length > 0) throw new Error('a CME book comes by --start: a file of the orders that rest');
    if (!start!.every(isCme)) throw new Error(`${files.start.join(', ')}: not a file of CME orders`);
    const digits = cmeDigits([...start!, ...messages!]);
    const read = (tables: typeof start) => tables!.flatMap((table) => cmeMessages(table, digits));
    return replayCme({ start: read(start), messages: read(messages) });
  }
  if (!messages!.every(isLobster)) throw new Error(`${files.messages.join(', ')}: neither LOBSTER nor CME columns`);
  return replayLobster({
    messages: messages!.flatMap(lobsterMessages),
    start: start!.flatMap(lobsterBooks),
    books: book!.flatMap(lobsterBooks),
  });
}

try {
  const findings = check(asked(process.argv.slice(2)));
  process.stdout.write(`${findings.lines().join('\n')}\n`);
  process.exitCode = findings.differ > 0 ? 1 : 0;
  if (findings.compared === 0)
    throw new Error('Nothing was compared: these files hold nothing that our book can be held against.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
