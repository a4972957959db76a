import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main } from './cli.ts';

/** The file that is published: a command, and a module for those who check receipts in programs of their own. */
export { verify, Verifier } from './verify.ts';
export { CODES, STEPS } from './codes.ts';

const started = process.argv[1];
if (started !== undefined && import.meta.url === pathToFileURL(realpathSync(started)).href) {
  process.exitCode = main(process.argv.slice(2), (text) => process.stdout.write(text));
}
