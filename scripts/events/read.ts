import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTable } from '../orderflow/table.ts';
import { betfairRecording, isBetfair } from './betfair.ts';
import { fiveMinutesRecording, isFiveMinutes } from './five-minutes.ts';
import { isPolymarket, polymarketRecording } from './polymarket.ts';
import type { Recording } from './recording.ts';

/** What a file holds; throws where it is none of the three kinds. Gzip or not. */
export function readRecording(path: string): Recording {
  const name = basename(path).replace(/\.(?:csv|jsonl?)(?:\.gz)?$/, '');
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = ''] = lines;
  if (isBetfair(first)) return betfairRecording(lines, name);
  if (isFiveMinutes(first)) return fiveMinutesRecording(lines, name);
  const table = readTable(path);
  if (isPolymarket(table)) return polymarketRecording(table, name);
  throw new Error(`${path}: neither Polymarket nor Betfair`);
}
