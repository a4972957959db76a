import { SEAL, sealRays } from '#domain/proofs/seal-rays.ts';
import { box, drawPicture, drawing, PICTURE, type Part } from './draw.ts';
import type { PictureLanguage } from './texts.ts';

/** What a receipt says that a picture shows. Amounts are exact decimal text. */
export interface ReceiptFacts {
  readonly brand: string;
  /** Where whoever sees the picture can check a receipt, without its scheme. */
  readonly address: string;
  readonly realm: 'real' | 'demo';
  /** `BTC-USD` */
  readonly pair: string;
  readonly direction: 'UP' | 'DOWN';
  /** null: it has not ended. */
  readonly outcome: string | null;
  /** First and last price that count, as decimal text. */
  readonly entry: string | null;
  readonly exit: string | null;
  readonly endedAt: number | null;
  /** SHA-256 of the receipt, hex. */
  readonly fingerprint: string;
  /** Only where its owner says so. */
  readonly amounts: { readonly stake: string; readonly profit: string } | null;
}

const DARK = { bg: '#090c12', text: '#eef2f8', mut: '#9da9bc', line: '#222b39', warn: '#ffb454' };
/** By the outcome; beside a word each. */
const TONES: Readonly<Record<string, string>> = { WIN: '#2bd9a0', LOSE: '#ff6b81' };
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#6e56f8"/><path d="M6.5 15.5 10.6 11l3 2.7 4.4-5.4" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="18" cy="8.2" r="1.9" fill="#fff"/></svg>';

const seal = (fingerprint: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SEAL.size} ${SEAL.size}"><path d="${sealRays(fingerprint)}" stroke="#a99bff" stroke-width="1.6" stroke-linecap="round"/><circle cx="${SEAL.centre}" cy="${SEAL.centre}" r="${SEAL.inner - 6}" fill="none" stroke="#6e56f8" stroke-width="1.5"/><path d="m48 61 8 8 17-18" fill="none" stroke="#a99bff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const arrow = (direction: 'UP' | 'DOWN') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#eef2f8" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">${direction === 'UP' ? '<path d="M12 19V5M5 12l7-7 7 7"/>' : '<path d="M12 5v14M19 12l-7 7-7-7"/>'}</svg>`;

/** Our letters have one weight here: their outline makes them bold. */
const bold = (size: number, colour: string, stroke = size / 36) => ({
  fontSize: size,
  color: colour,
  WebkitTextStroke: `${stroke}px ${colour}`,
});

const MINUS = '\u2212';

function money(amount: string, tag: string, signed: 'signed' | 'plain'): string {
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...(signed === 'signed' ? { signDisplay: 'exceptZero' as const } : {}),
    roundingMode: 'trunc',
  });
  return format.format(amount as Intl.StringNumericLiteral).replaceAll('-', MINUS);
}

/** A sentence as a heading: without the point at its end. */
const heading = (sentence: string) => sentence.replace(/[.।]$/u, '');

/** How the language lies in the picture. */
interface Lie {
  readonly row: 'row' | 'row-reverse';
  readonly side: 'flex-start' | 'flex-end';
}

const lieOf = ({ dir }: PictureLanguage): Lie =>
  dir === 'rtl' ? { row: 'row-reverse', side: 'flex-end' } : { row: 'row', side: 'flex-start' };

/** Name above, value below; at the side where the language begins. */
function figure(name: string, value: string, { side }: Lie): Part {
  return box(
    { flexDirection: 'column', gap: 6, alignItems: side },
    box({ fontSize: 24, color: DARK.mut }, name),
    box(bold(32, DARK.text), value),
  );
}

/** Whose it is, and whether it is money. */
function head({ brand, realm }: ReceiptFacts, { text }: PictureLanguage, { row }: Lie): Part {
  const badge = { ...bold(28, DARK.warn), padding: '6px 18px', borderRadius: 10, background: '#2a2216' };
  return box(
    { flexDirection: row, alignItems: 'center', justifyContent: 'space-between' },
    box({ alignItems: 'center', gap: 16 }, drawing(MARK, 52), box(bold(40, DARK.text), brand)),
    realm === 'demo' ? box(badge, text('realm.demo')) : null,
  );
}

/** What was predicted, how it ended, at which prices, and for how much where that is to be shown. */
function result(facts: ReceiptFacts, { tag, text }: PictureLanguage, lie: Lie): Part {
  const { outcome, entry, exit, amounts } = facts;
  const price = (value: string) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: value.split('.')[1]?.length ?? 0 }).format(
      value as Intl.StringNumericLiteral,
    );
  return box(
    { flexDirection: 'column', gap: 20, alignItems: lie.side, maxWidth: 780 },
    box(
      { flexDirection: lie.row, alignItems: 'center', gap: 14, fontSize: 38 },
      box({}, facts.pair.replace('-', '/')),
      drawing(arrow(facts.direction), 36),
      box({}, text(facts.direction === 'UP' ? 'dir.up' : 'dir.down')),
    ),
    box(
      bold(58, TONES[outcome ?? ''] ?? DARK.text),
      heading(text(outcome === null ? 'verdict.open' : `outcome.${outcome}`)),
    ),
    box(
      { flexDirection: lie.row, gap: 44, marginTop: 8 },
      entry === null ? null : figure(text('fact.start'), price(entry), lie),
      exit === null ? null : figure(text('fact.end'), price(exit), lie),
      amounts === null ? null : figure(text('fact.stake'), money(amounts.stake, tag, 'plain'), lie),
      amounts === null ? null : figure(text('term.profit'), money(amounts.profit, tag, 'signed'), lie),
    ),
  );
}

/** Where it can be checked, and when it ended: the same in every language, and from left to right in each. */
function foot({ address, endedAt }: ReceiptFacts, { row }: Lie): Part {
  const ended = endedAt === null ? null : `${new Date(endedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return box(
    {
      flexDirection: row,
      justifyContent: 'space-between',
      alignItems: 'center',
      borderTop: `2px solid ${DARK.line}`,
      paddingTop: 26,
      fontSize: 28,
      color: DARK.mut,
    },
    box({}, address),
    ended === null ? null : box({}, ended),
  );
}

/** A picture of a receipt to show to others: what was predicted, how it ended, and the seal that belongs to no other receipt. PNG. */
export function drawReceipt(facts: ReceiptFacts, language: PictureLanguage): Promise<Buffer> {
  const lie = lieOf(language);
  return drawPicture(
    box(
      {
        ...PICTURE,
        boxSizing: 'border-box',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 60,
        background: DARK.bg,
        color: DARK.text,
        lineHeight: 1.2,
      },
      head(facts, language, lie),
      box(
        { flexDirection: lie.row, alignItems: 'center', justifyContent: 'space-between' },
        result(facts, language, lie),
        drawing(seal(facts.fingerprint), 280),
      ),
      foot(facts, lie),
    ),
  );
}
