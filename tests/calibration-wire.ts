import { calibrationOf } from '#domain/events/calibration/calibration.ts';
import type { CalibrationWire } from '#protocol/events/calibration.ts';

const markets = Array.from({ length: 40 }, (_, at) => ({
  chance: 25 * at + 10,
  paid: (at * 7) % 40 < at ? 1_000 : 0,
}));
const { brier, bins } = calibrationOf(markets);

/** Forty markets that were about right, one of them a sample. */
export const CALIBRATION: CalibrationWire = {
  markets: markets.length,
  samples: 1,
  brier,
  bins: bins.map((bin) => ({ ...bin, from: bin.from / 1_000, to: bin.to / 1_000 })),
};
