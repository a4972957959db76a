/**
 * Measures the screening of names: `npm run check:screening -- SDN.csv.gz [--alt ALT.csv.gz] --people PEOPLE.csv.gz [--pairs PAIRS.csv.gz]`.
 * The list is as the US Treasury publishes it; PEOPLE are on no list; PAIRS are two names and whether they are one person's. Files may be gzip.
 * Each figure with a goal is compared with it. The last line is `N compared, N differ`; exit code 1 where a goal is missed, 2 where the files
 * cannot be read.
 */
import { readOfac } from '../src/server/verification/screening/ofac-csv.ts';
import { readPairs, readPeople, textOf } from './screening/files.ts';
import { measure } from './screening/measure.ts';

const USAGE = 'npm run check:screening -- SDN.csv.gz [--alt ALT.csv.gz] --people PEOPLE.csv.gz [--pairs PAIRS.csv.gz]';

interface Asked {
  sdn?: string;
  alt?: string;
  people?: string;
  pairs?: string;
}

function asked(words: readonly string[]): Asked {
  const files: Asked = {};
  let into: keyof Asked = 'sdn';
  for (const word of words) {
    if (word === '--alt' || word === '--people' || word === '--pairs') into = word.slice(2) as keyof Asked;
    else if (word.startsWith('--') || files[into] !== undefined) throw new Error(`${word}: ${USAGE}`);
    else {
      files[into] = word;
      into = 'sdn';
    }
  }
  return files;
}

try {
  const { sdn, alt, people, pairs } = asked(process.argv.slice(2));
  if (sdn === undefined || people === undefined) throw new Error(USAGE);
  const entries = readOfac(textOf(sdn), alt === undefined ? '' : textOf(alt));
  if (entries.length === 0) throw new Error(`${sdn}: no entry of a list`);
  const figures = measure({ entries, people: readPeople(people), pairs: pairs === undefined ? [] : readPairs(pairs) });
  for (const { says, value, goal, reached } of figures) {
    const judged = reached === null ? '' : `   goal ${goal}: ${reached ? 'reached' : 'MISSED'}`;
    process.stdout.write(`${says.padEnd(44)} ${value}${judged}\n`);
  }
  const compared = figures.filter(({ reached }) => reached !== null);
  const missed = compared.filter(({ reached }) => reached === false);
  process.stdout.write(`${compared.length} compared, ${missed.length} differ\n`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
