// Compiles the test token of the local chain. `npx tsx scripts/compile-test-token.ts` writes what it gives beside the source; a test compares both.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'src/server/networks/local');

const compiled = z.object({ TestToken: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }) });
const output = z.object({
  errors: z.array(z.object({ formattedMessage: z.string() })).default([]),
  contracts: z.object({ 'TestToken.sol': compiled }),
});

/** The code that deploys it, hex. Throws where the compiler says anything. */
export function compileTestToken(): string {
  const input = {
    language: 'Solidity',
    sources: { 'TestToken.sol': { content: readFileSync(join(FOLDER, 'TestToken.sol'), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'shanghai',
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { TestToken: ['evm.bytecode.object'] } },
    },
  };
  const find = (path: string) => ({ contents: readFileSync(join(ROOT, 'node_modules', path), 'utf8') });
  const text: unknown = solc.compile(JSON.stringify(input), { import: find });
  const { errors, contracts } = output.parse(JSON.parse(z.string().parse(text)));
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  return `0x${contracts['TestToken.sol'].TestToken.evm.bytecode.object}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(FOLDER, 'test-token.json'), `${JSON.stringify({ bytecode: compileTestToken() })}\n`);
}
