/**
 * `npm run doctor [-- --mail you@example.com] [--at HOST:PORT]`: is this installation as it should be? Looks at everything that a start
 * needs and at what people meet, changes nothing but a mark in the data folder for the time of the call, and ends with 1 where something
 * is to be mended.
 */
import { parseArgs } from 'node:util';
import { openCommandDatabase } from '#server/command-database.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { examine } from './examine.ts';
import { about, exitCodeOf, linesOf, type Finding } from './finding.ts';

const USAGE = `Usage: npm run doctor [-- --mail you@example.com] [--at HOST:PORT]

--mail ADDRESS   sends a test letter there
--at HOST:PORT   calls the proxy at this address, whatever DNS says of the names
`;

function read(words: readonly string[]): { readonly mail: string | null; readonly at: string | null } | null {
  try {
    const options = { mail: { type: 'string' }, at: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...words], options });
    const { mail = null, at = null } = values;
    return at !== null && !/^.+:\d{1,5}$/.test(at) ? null : { mail, at };
  } catch {
    return null;
  }
}

async function run(): Promise<number> {
  const asked = read(process.argv.slice(2));
  if (asked === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  const findings: Finding[] = [];
  try {
    const config = readConfig(process.env);
    findings.push(
      ...(await examine(config, {
        ...asked,
        openDatabase: () => openCommandDatabase(config, { name: 'tikvo doctor', max: 1 }),
      })),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(...error.mistakes.map((mistake) => about('settings').fault(mistake)));
  }
  process.stdout.write(`${linesOf(findings).join('\n')}\n`);
  return exitCodeOf(findings);
}

process.exitCode = await run();
