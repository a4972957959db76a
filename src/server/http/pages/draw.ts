import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { PairsWire } from '#protocol/trading.ts';
import { piecesOf, type Piece } from './gzip-pieces.ts';
import { keptPage } from './page-policy.ts';
import type { PageAsk, PageReads } from './page-reads.ts';

/** All that a page is drawn from. Nothing in it says who asks: what is drawn may be shown to everybody who asks the same. */
export interface DrawJob {
  /** Whole, with origin and query. */
  readonly url: string;
  /** Only the cookies that a page may depend on: the language, and that somebody signed in on this browser. */
  readonly cookie: string;
  readonly acceptLanguage: string;
  /** null while the engine is not up. */
  readonly board: PairsWire | null;
  /** null: not known yet. */
  readonly withdrawals: WithdrawalTimesWire | null;
  /** What the browser may know of the installation, with what an operator has set by now. */
  readonly config: PublicConfig;
}

/**
 * `kept`: the same for everybody, its scripts run by hash. `own`: a nonce of each answer goes between its pieces. `plain`: no page of
 * scripts. What is compressed is so here, once.
 */
export type DrawnBody =
  | {
      readonly kind: 'kept';
      readonly text: Uint8Array;
      readonly brotli: Uint8Array;
      readonly policy: string;
      readonly tag: string;
    }
  | { readonly kind: 'own'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'plain'; readonly text: Uint8Array; readonly brotli: Uint8Array };

export interface Drawn {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: DrawnBody;
  /** Prices stand in it: it is old in a second. */
  readonly hasPrices: boolean;
  /** Why a part of it could not be drawn, for the log; null: all of it was. */
  readonly fault: string | null;
}

export type Draw = (job: DrawJob) => Promise<Drawn>;

type PageHandler = (request: Request, context: PageContext) => Promise<Response>;

/** The renderer's words that a page needs no framework code, and what failed in it; not for the browser. */
const [KEPT, FAULT] = ['x-page-kept', 'x-page-fault'];
const brotli = promisify(brotliCompress);
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Stands for the nonce of an answer while a page is drawn: as long, and nobody can know it. */
const MARK = randomBytes(16).toString('base64url');

/** Draws pages by the web build at `path`; null where there is none. `reads`: makes the calls of a page. Rejects where it cannot be loaded. */
export async function loadDraw(path: string, reads: PageReads): Promise<Draw | null> {
  const handler = await loadHandler(path);
  if (handler === null) return null;
  return async ({ url, cookie, acceptLanguage, board, config, withdrawals }) => {
    let hasPrices = false;
    const answer = await handler(new Request(url, { headers: { cookie } }), {
      config,
      nonce: MARK,
      acceptLanguage,
      withdrawals,
      board: async () => {
        hasPrices = true;
        if (board === null) throw new Error('no prices while the engine is not up');
        return board;
      },
      read: (async (name, as, input) => {
        hasPrices = true;
        return reads({ name, as, input: input as PageAsk['input'] });
      }) as PageContext['read'],
    });
    const headers = [...answer.headers].filter(([name]) => name !== KEPT && name !== FAULT);
    const fault = decodeURIComponent(answer.headers.get(FAULT) ?? '') || null;
    return { status: answer.status, headers, hasPrices, fault, body: await bodyOf(answer, config) };
  };
}

async function bodyOf(answer: Response, { origins }: PublicConfig): Promise<DrawnBody> {
  const text = await answer.text();
  if (answer.headers.has(KEPT)) {
    const { html, policy, tag } = keptPage(text, { nonce: MARK, origins });
    return { kind: 'kept', text: Buffer.from(html), brotli: await brotli(html, QUICK), policy, tag };
  }
  if (!text.includes(MARK)) return { kind: 'plain', text: Buffer.from(text), brotli: await brotli(text, QUICK) };
  return { kind: 'own', pieces: await piecesOf(text.split(MARK)) };
}

async function loadHandler(path: string): Promise<PageHandler | null> {
  if (!existsSync(path)) return null;
  const build = (await import(pathToFileURL(path).href)) as Partial<ServerBuild> & { default?: unknown };
  if (typeof build.default === 'function') return build.default as PageHandler;
  return createRequestHandler(build as ServerBuild, 'production') as unknown as PageHandler;
}
