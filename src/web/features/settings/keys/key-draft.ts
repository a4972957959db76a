import { fromDecimal } from '#domain/money.ts';
import type { CallInput } from '#web/api/calls.ts';
import { plainNumber } from '#web/ui/typed-number.ts';
import { DAY_MS } from '#domain/time.ts';

export type NewKeyBody = CallInput<'apiKeys.create'>['body'];
export type KeyScope = NewKeyBody['scopes'][number];
export const KEY_SCOPES = ['read', 'trade', 'predict'] as const satisfies readonly KeyScope[];
/** Days until a key ends; 0: it does not. */
export const KEY_DAYS = [0, 30, 90, 365] as const;

/** Most decimals of a cap that is typed. */
export const CENTS = 2;

/** A key as the form holds it: texts as they were typed. */
export interface KeyDraft {
  readonly name: string;
  readonly realm: NewKeyBody['realm'];
  readonly kind: NewKeyBody['kind'];
  readonly scopes: readonly KeyScope[];
  /** Empty: no cap of its own. */
  readonly lossCapDay: string;
  readonly days: number;
  /** Empty: from anywhere. */
  readonly addresses: string;
}

export const EMPTY_KEY: KeyDraft = {
  name: '',
  realm: 'demo',
  kind: 'bearer',
  scopes: ['read'],
  lossCapDay: '',
  days: 90,
  addresses: '',
};

export type KeyGap = 'name' | 'scopes' | 'lossCapDay';

/** The first thing that keeps the key from being made; null: none. */
export function missingOf(draft: KeyDraft): KeyGap | null {
  if (draft.name.trim() === '') return 'name';
  if (draft.scopes.length === 0) return 'scopes';
  return draft.lossCapDay.trim() !== '' && capOf(draft) === null ? 'lossCapDay' : null;
}

/** The scopes with one turned on or off, in the order of the form. */
export function turned({ scopes }: KeyDraft, scope: KeyScope): readonly KeyScope[] {
  const on = !scopes.includes(scope);
  return KEY_SCOPES.filter((one) => (one === scope ? on : scopes.includes(one)));
}

/** What is sent; `now` in ms. Only for a draft without a gap. */
export function bodyOf(draft: KeyDraft, now: number): NewKeyBody {
  const cap = capOf(draft);
  const addresses = draft.addresses.split(/[\s,;،，、]+/u).filter((one) => one !== '');
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    realm: draft.realm,
    scopes: [...draft.scopes],
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(cap === null ? {} : { lossCapDay: cap }),
    ...(draft.days === 0 ? {} : { expiresAt: new Date(now + draft.days * DAY_MS).toISOString() }),
  };
}

/** null: no amount above nothing. */
function capOf({ lossCapDay }: KeyDraft): string | null {
  const plain = plainNumber(lossCapDay) ?? '';
  const amount = fromDecimal(plain, CENTS);
  return amount === null || amount === 0n ? null : plain;
}

/** How much of a cap is used, 0 to 1; amounts as the wire has them. */
export function usedShare(used: number, cap: number): number {
  return cap <= 0 ? 1 : Math.min(1, Math.max(0, used / cap));
}
