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
  const number = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, { useGrouping: 'always' as never, ...options });
  const usd = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const moment = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
    hourCycle: 'h23',
  });
  return {
    money: (amount, signed = false) =>
      minus(number({ ...usd, ...(signed ? { signDisplay: 'exceptZero' } : {}) }).format(amount)),
    price: (price, places) =>
      minus(number({ minimumFractionDigits: places, maximumFractionDigits: places }).format(price)),
    percent: (share) => minus(number({ style: 'percent' }).format(share)),
    hour: (ms) => moment.format(ms),
    countdown,
  };
}

/** Writes into all elements of a name inside another. */
export function write(box: ParentNode, name: string, text: string): void {
  for (const element of box.querySelectorAll(`[data-${name}]`)) {
    if (element.textContent !== text) element.textContent = text;
  }
}
