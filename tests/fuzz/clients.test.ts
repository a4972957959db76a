import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#protocol/openapi/openapi.ts';

const document = openApiDocument({ origin: 'https://example.test', brand: 'Tikvo', version: '0.1.0', office: true });

/** A call with moments in both forms, and the codes of a refusal, by names that both kinds of types give. */
const USE = `
import type { paths } from './types.ts';
import { tradeBars, exchangePlaceOrder } from './client/sdk.gen.ts';
type Bars = paths['/api/v2/trade/bars']['get'];
export const query: Bars['parameters']['query'] = { pair: 'BTC-USD', resolution: '1m', from: 1795626000000, to: '2026-11-25T12:00:00Z' };
// @ts-expect-error neither a number nor a text
export const wrong: Bars['parameters']['query'] = { pair: 'BTC-USD', resolution: '1m', from: true };
type Refused = paths['/api/v2/orders']['post']['responses'][422]['content']['application/json'];
export const code: Refused['error']['code'] = 'NoBalance';
// @ts-expect-error no code of ours
export const other: Refused['error']['code'] = 'NoSuchThing';
export const bars = () => tradeBars({ query: { pair: 'BTC-USD', resolution: '1m', from: 1795626000000, to: '2026-11-25T12:00:00Z' } });
// @ts-expect-error an order without a body
export const order = () => exchangePlaceOrder({ headers: { 'Idempotency-Key': 'k' } });
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tikvo-clients-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('clients that others generate from the OpenAPI document', () => {
  it('compile, take moments in both forms, and know the codes', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    await writeFile(join(folder, 'types.ts'), astToString(await openapiTypes(document as unknown as OpenAPI3)));
    await createClient({
      input: file,
      output: join(folder, 'client'),
      logs: { level: 'silent' },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
    await writeFile(join(folder, 'use.ts'), USE);
    expect(problemsOf(join(folder, 'use.ts')).slice(0, 20)).toEqual([]);
  });
});

/** What the compiler says of a file and all that it imports. */
function problemsOf(path: string): string[] {
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const at =
      file === undefined
        ? ''
        : `${file.fileName.slice(-40)}:${file.getLineAndCharacterOfPosition(start ?? 0).line + 1} `;
    return at + ts.flattenDiagnosticMessageText(messageText, ' ');
  });
}
