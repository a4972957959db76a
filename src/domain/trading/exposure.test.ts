import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import type { Pair } from '../prices/pair.ts';
import { PAIRS } from '../prices/pairs.ts';
import {
  addRisk,
  BANK_RESERVE_PERCENT,
  createExposure,
  DEMO_BUCKET_CAP,
  EXPOSURE_BUCKET_MS,
  removeRisk,
  freeExposure,
} from './exposure.ts';
import type { Risk } from './exposure.ts';

const pair = PAIRS[0] as Pair;
const other = PAIRS[1] as Pair;
const BANK = usdt(150_000_000_000n);

const riskArbitrary = fc.record({
  realm: fc.constantFrom('real', 'demo'),
  userId: fc.constantFrom('ada', 'ben'),
  pairId: fc.constantFrom(pair.id, other.id),
  admittedAt: fc.integer({ min: 0, max: 40_000 }),
  durationMs: fc.constantFrom(15_000, 30_000, 60_000),
  worst: fc.bigInt({ min: 1n, max: 30_000_000_000n }).map(usdt),
}) as fc.Arbitrary<Risk>;

/** Ada's, of one minute from 0 on. */
const riskOf = (part: Pick<Risk, 'worst'> & Partial<Risk>): Risk => ({
  realm: 'real',
  userId: 'ada',
  pairId: pair.id,
  admittedAt: 0,
  durationMs: 60_000,
  ...part,
});

const CAPS = { reserve: BANK_RESERVE_PERCENT, practice: DEMO_BUCKET_CAP };
const bucketOf = (risk: Risk) => Math.floor((risk.admittedAt + risk.durationMs) / EXPOSURE_BUCKET_MS);

function sum(risks: readonly Risk[], wanted: (risk: Risk) => boolean): bigint {
  return risks.filter(wanted).reduce((total, risk) => total + risk.worst, 0n);
}

describe('exposure', () => {
  it('never passes the caps of bucket, pair, person and bank, in any sequence of coming and going (R-58)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(riskArbitrary, fc.nat(), fc.boolean()), { maxLength: 120 }), (steps) => {
        const exposure = createExposure();
        const open: Risk[] = [];
        for (const [risk, pick, leave] of steps) {
          if (leave && open.length > 0) {
            const [gone] = open.splice(pick % open.length, 1) as [Risk];
            removeRisk(exposure, gone);
            continue;
          }
          const caps = { pair: risk.pairId === pair.id ? pair : other, houseBank: BANK, ...CAPS };
          if (risk.worst <= freeExposure(exposure, risk, caps)) {
            addRisk(exposure, risk);
            open.push(risk);
          }
        }
        const real = open.filter((risk) => risk.realm === 'real');
        expect(exposure.total).toBe(sum(real, () => true));
        expect(exposure.total <= (BANK * 80n) / 100n).toBe(true);
        const caps = open.flatMap((risk): [sum: bigint, cap: bigint][] => {
          const same = open.filter((one) => one.realm === risk.realm && bucketOf(one) === bucketOf(risk));
          if (risk.realm === 'demo') return [[sum(same, (one) => one.userId === risk.userId), DEMO_BUCKET_CAP]];
          return [
            [sum(same, (one) => one.pairId === risk.pairId), pair.bucketCap],
            [sum(real, (one) => one.pairId === risk.pairId), pair.pairCap],
          ];
        });
        expect(caps.filter(([used, cap]) => used > cap)).toEqual([]);
      }),
    );
  });

  it('is empty again when everything has gone', () => {
    fc.assert(
      fc.property(fc.array(riskArbitrary, { maxLength: 40 }), (risks) => {
        const exposure = createExposure();
        for (const risk of risks) addRisk(exposure, risk);
        for (const risk of risks.toReversed()) removeRisk(exposure, risk);
        expect(exposure).toEqual(createExposure());
      }),
    );
  });

  it('sums worst cases without netting: UP and DOWN add up', () => {
    const exposure = createExposure();
    const risk = riskOf({ worst: usdt(pair.bucketCap / 2n) });
    addRisk(exposure, risk);
    addRisk(exposure, { ...risk, admittedAt: EXPOSURE_BUCKET_MS - 1 });
    expect(freeExposure(exposure, risk, { pair, houseBank: usdt(BANK * 10n), ...CAPS })).toBe(0n);
    expect(
      freeExposure(
        exposure,
        { ...risk, admittedAt: EXPOSURE_BUCKET_MS },
        { pair, houseBank: usdt(BANK * 10n), ...CAPS },
      ),
    ).toBe(pair.bucketCap);
  });

  it('goes by the time of the expiry: an earlier one that lasts longer shares its bucket', () => {
    const exposure = createExposure();
    const risk = riskOf({ worst: pair.bucketCap });
    addRisk(exposure, risk);
    const caps = { pair, houseBank: usdt(BANK * 10n), ...CAPS };
    expect(freeExposure(exposure, { ...risk, admittedAt: 30_000, durationMs: 30_000 }, caps)).toBe(0n);
    expect(freeExposure(exposure, { ...risk, admittedAt: 30_000 }, caps)).toBe(pair.bucketCap);
  });

  it('leaves no room, rather than less than none, where the bank has shrunk', () => {
    const exposure = createExposure();
    const risk = riskOf({ worst: usdt(10_000_000n) });
    addRisk(exposure, risk);
    expect(freeExposure(exposure, risk, { pair, houseBank: usdt(5_000_000n), ...CAPS })).toBe(0n);
  });

  it('holds practice by person and bucket only, whatever the bank has', () => {
    const exposure = createExposure();
    const risk = riskOf({ realm: 'demo', worst: DEMO_BUCKET_CAP });
    addRisk(exposure, risk);
    const caps = { pair, houseBank: usdt(0n), ...CAPS };
    expect(freeExposure(exposure, risk, caps)).toBe(0n);
    expect(freeExposure(exposure, { ...risk, userId: 'ben' }, caps)).toBe(DEMO_BUCKET_CAP);
    expect(exposure.total).toBe(0n);
  });
});
