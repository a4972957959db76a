import { FIAT_DIGITS, fiatText } from '#domain/fiat/orders.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { moneyPair, readUnits } from '#protocol/codecs.ts';
import type { FiatOffersWire, FiatsWire } from '#protocol/fiat/fiat.ts';
import type { OpenProvider } from '#server/providers/index.ts';
import type { FiatParts } from './parts.ts';
import { RAMP_SEAT, type RampTypes, type TakenFiat } from './seat.ts';

/** A currency as one of several providers take it: between the lowest and the highest of their bounds. */
export async function fiatsOf({ providers }: Pick<FiatParts, 'providers'>): Promise<FiatsWire> {
  const all = providers.at(RAMP_SEAT);
  const taken = new Map<string, TakenFiat>();
  const away: string[] = [];
  const answers = await Promise.all(all.map(async (one) => ({ name: one.name, found: await one.calls.fiats() })));
  for (const { name, found } of answers) {
    if (found.kind !== 'found') away.push(name);
    else
      for (const fiat of found.fiats) {
        const known = taken.get(fiat.code) ?? fiat;
        taken.set(fiat.code, { ...fiat, min: least(known.min, fiat.min), max: most(known.max, fiat.max) });
      }
  }
  const fiats = [...taken.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    fiats: fiats.map(({ code, min, max }) => ({ code, minStr: fiatText(min), maxStr: fiatText(max) })),
    isTest: all.some(({ isSimulator }) => isSimulator),
    away,
  };
}

/** What each provider offers for a sum, the one that brings most first. */
export async function offersOf(
  { providers }: Pick<FiatParts, 'providers'>,
  asked: { readonly fiat: string; readonly amount: string },
): Promise<Outcome<FiatOffersWire>> {
  const amount = readUnits(asked.amount, FIAT_DIGITS);
  if (typeof amount === 'string') return refused({ code: 'InvalidRequest', fields: { amount } });
  const { fiat } = asked;
  const all = providers.at(RAMP_SEAT);
  const answers = await Promise.all(all.map((one) => offersAt(one, { fiat, amount })));
  const bounds = answers.flatMap((one) => (one.bounds === null ? [] : [one.bounds]));
  const offers = answers.flatMap((one) => one.offers);
  if (bounds.length === 0) return refused({ code: 'FiatUnavailable' });
  if (offers.length === 0 && !bounds.some(({ min, max }) => amount >= min && amount <= max)) {
    const [min, max] = [bounds.map((one) => one.min).reduce(least), bounds.map((one) => one.max).reduce(most)];
    return refused({ code: 'FiatAmount', fiat, min, max });
  }
  return ok({
    offers: offers.toSorted((a, b) => b.receive - a.receive || a.seconds - b.seconds),
    away: answers.flatMap(({ name, isAway }) => (isAway ? [name] : [])),
  });
}

async function offersAt(
  provider: OpenProvider<RampTypes>,
  { fiat, amount }: { readonly fiat: string; readonly amount: bigint },
) {
  const { name, isSimulator, capabilities } = provider;
  const bounds = await boundsOf(provider, fiat);
  const none = { name, bounds, offers: [] as FiatOffersWire['offers'] };
  if (bounds === null || amount < bounds.min || amount > bounds.max) return { ...none, isAway: false };
  const found = await provider.calls.offers({ fiat, amount, country: null });
  if (found.kind !== 'found') return { ...none, isAway: true };
  const offers = found.offers
    .filter(({ receive }) => receive > 0n)
    .map(({ method, pays, label, fee, receive, seconds, needsId }) => ({
      id: `${name}.${method}`,
      label,
      pays,
      ...moneyPair('receive', receive),
      feeStr: fiatText(fee),
      seconds,
      minStr: fiatText(bounds.min),
      maxStr: fiatText(bounds.max),
      needsId,
      isFirm: capabilities.firm,
      isTest: isSimulator,
    }));
  return { name, bounds, offers, isAway: false };
}

/** Bounds of one payment in a currency, hundredths; null: it is not taken, or the provider is away. */
export async function boundsOf(
  provider: OpenProvider<RampTypes>,
  fiat: string,
): Promise<{ readonly min: bigint; readonly max: bigint } | null> {
  const found = await provider.calls.fiats();
  const taken = found.kind === 'found' ? found.fiats.find(({ code }) => code === fiat) : undefined;
  return taken === undefined ? null : { min: taken.min, max: taken.max };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
