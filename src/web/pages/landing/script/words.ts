import { countdown } from '#web/i18n/format.ts';

const MINUS = '\u2212';

/** Numbers in the language of the page, as the server writes them there. */
export interface Words {
  money(amount: number, signed?: boolean): string;
  price(price: number, places: number): string;
  percent(share: number): string;
  hour(ms: number): string;
  readonly countdown: typeof countdown;
}

export function wordsIn(tag: string): Words {
  const minus = (text: string) => text.replaceAll('-', MINUS);
  // Made when first needed, and once: each takes a phone some milliseconds, which the first picture would wait for.
  const formats = new Map<string, Intl.NumberFormat>();
  const number = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? new Intl.NumberFormat(tag, { useGrouping: 'always' as never, ...options });
    formats.set(key, format);
    return format;
  };
  const usd = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const moment = { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC', hourCycle: 'h23' } as const;
  return {
    money: (amount, signed = false) =>
      minus(number({ ...usd, ...(signed ? { signDisplay: 'exceptZero' } : {}) }).format(amount)),
    price: (price, places) =>
      minus(number({ minimumFractionDigits: places, maximumFractionDigits: places }).format(price)),
    percent: (share) => minus(number({ style: 'percent' }).format(share)),
    hour: (ms) => new Intl.DateTimeFormat(tag, moment).format(ms),
    countdown,
  };
}

/** Writes into all elements of a name inside another. */
export function write(box: ParentNode, name: string, text: string): void {
  for (const element of box.querySelectorAll(`[data-${name}]`)) {
    if (element.textContent !== text) element.textContent = text;
  }
}
