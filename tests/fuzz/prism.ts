import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '../scratch.ts';
import { freePort } from '../started.ts';
import { caller, until, type Ask } from '../http-calls.ts';
import type { Document } from './document.ts';

/** What Prism writes on an answer. */
interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

export interface Prism {
  readonly ask: Ask;
  readonly violations: readonly string[];
  readonly calls: number;
  stop(): Promise<void>;
}

/**
 * What Prism cannot judge: it follows a redirect itself and judges what is behind it, and it reads bodies of its own JSON types only.
 */
const BLIND: readonly RegExp[] = [/^POST \/auth\/social$/, /^POST \/csp-report$/];

/**
 * Prism, installed in `folder`, as a proxy before the product: the judge of the contract that others wrote (docs/decisions/0142). A request that both
 * refuse is none of its findings; one that the product takes and the document does not, and each answer that the document does not tell, is.
 */
export async function startPrism(folder: string, document: Document, origin: string): Promise<Prism> {
  const own = mkdtempSync(join(scratch(), 'tikvo-prism-'));
  const file = join(own, 'openapi.json');
  writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: origin }] }));
  const port = await freePort();
  const args = ['proxy', file, origin, '--port', String(port)];
  const child = spawn(join(folder, 'node_modules/.bin/prism'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stdout.on('data', (part: Buffer) => said.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  const ended = new Promise((done) => child.once('exit', done));
  await until('Prism to listen', () => said.join('').includes('listening') || null);
  const through = caller(`http://127.0.0.1:${port}`);
  const violations: string[] = [];
  const prism = {
    violations,
    calls: 0,
    ask: async (path: string, asked: Parameters<Ask>[1] = {}) => {
      const answered = await through(path, asked);
      prism.calls += 1;
      const call = `${asked.method ?? 'GET'} ${path}`;
      const found = JSON.parse(answered.headers.get('sl-violations') ?? '[]') as readonly Violation[];
      for (const { location, message } of found) {
        const isTaken = location[0] !== 'request' || answered.status < 400;
        if (isTaken && !BLIND.some((one) => one.test(call)))
          violations.push(`${call} ${answered.status}: ${location.join('.')} ${message}`);
      }
      return answered;
    },
    stop: async () => {
      child.kill();
      await ended;
      rmSync(own, { recursive: true });
    },
  };
  return prism;
}
