import { cx } from '../cx.ts';

const FILES = import.meta.glob<string>('../icons/*.svg', { query: '?url', import: 'default', eager: true });

/** Address of one of our icon files (`coin-btc`, `flag-eu`), or null. */
export function iconUrl(name: string): string | null {
  return FILES[`../icons/${name}.svg`] ?? null;
}

const FLAGS: Readonly<Record<string, string>> = {
  USD: 'us',
  EUR: 'eu',
  GBP: 'gb',
  JPY: 'jp',
  NZD: 'nz',
  AUD: 'au',
  CAD: 'ca',
  CHF: 'ch',
};

interface Mark {
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
}

const METALS: Readonly<Record<string, Mark>> = {
  XAU: { text: 'Au', fill: '#e0b23e', ink: '#2b1e00' },
  GC: { text: 'GC', fill: '#c99a2a', ink: '#2b1e00' },
  GLD: { text: 'GLD', fill: '#b98c22', ink: '#211700' },
  XAG: { text: 'Ag', fill: '#b9c1cd', ink: '#151a22' },
  XPT: { text: 'Pt', fill: '#93a5b8', ink: '#0e141c' },
};

/** Grounds for monograms: told apart in both themes, none of them up, down or brand. */
const GROUNDS = ['#2f5f9e', '#7a4fa3', '#3f6f73', '#8a5a2b', '#4a5d8a', '#6b6478', '#2d6a8f', '#7d4b5e'] as const;

function monogram(symbol: string): Mark {
  let sum = 0;
  for (const letter of symbol) sum += letter.charCodeAt(0);
  return { text: symbol.slice(0, 4), fill: GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0], ink: '#fff' };
}

function Round({ mark }: { readonly mark: Mark }) {
  const size = mark.text.length > 3 ? 9 : mark.text.length > 2 ? 10.5 : 13;
  return (
    <svg viewBox="0 0 32 32" className="size-full" aria-hidden>
      <circle cx="16" cy="16" r="16" fill={mark.fill} />
      <text
        x="16"
        y="16"
        fill={mark.ink}
        fontSize={size}
        fontWeight="680"
        textAnchor="middle"
        dominantBaseline="central"
        fontFamily="var(--font-sans)"
      >
        {mark.text}
      </text>
    </svg>
  );
}

function Drop({ dark }: { readonly dark: boolean }) {
  return (
    <svg viewBox="0 0 32 32" className="size-full" aria-hidden>
      <circle cx="16" cy="16" r="16" fill={dark ? '#37485c' : '#56483a'} />
      <path
        d="M16 6.5c3.6 4.3 6.2 7.4 6.2 11a6.2 6.2 0 0 1-12.4 0c0-3.6 2.6-6.7 6.2-11z"
        fill={dark ? '#cfe0f2' : '#f0d7b4'}
      />
    </svg>
  );
}

/** The round mark of a pair (`BTC-USD`): a coin, two flags, a metal, a drop of oil, or a company's letters. Decorative. */
export function PairIcon({ pair, className = 'size-7' }: { readonly pair: string; readonly className?: string }) {
  const [base = '', quote = ''] = pair.split('-');
  const frame = cx('relative inline-block shrink-0', className);
  const coin = iconUrl(`coin-${base.toLowerCase()}`);
  if (coin !== null) return <img src={coin} alt="" width={32} height={32} className={cx(frame, 'rounded-pill')} />;
  const [first, second] = [FLAGS[base], FLAGS[quote]];
  if (first !== undefined && second !== undefined) {
    const flag = 'absolute size-[72%] rounded-pill object-cover';
    return (
      <span className={frame} aria-hidden>
        <img src={iconUrl(`flag-${second}`) ?? ''} alt="" className={cx(flag, 'end-0 bottom-0')} />
        <img src={iconUrl(`flag-${first}`) ?? ''} alt="" className={cx(flag, 'start-0 top-0 ring-2 ring-s1')} />
      </span>
    );
  }
  return (
    <span className={frame}>
      {base === 'WTI' || base === 'BRENT' ? (
        <Drop dark={base === 'BRENT'} />
      ) : (
        <Round mark={METALS[base] ?? monogram(base)} />
      )}
    </span>
  );
}

/** A pair as people write it: `BTC/USD`. */
export function pairLabel(pair: string): string {
  return pair.replace('-', '/');
}
