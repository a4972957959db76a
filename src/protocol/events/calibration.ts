import { z } from 'zod';

const part = z.number().min(0).max(1);

export const calibrationWire = z.strictObject({
  markets: z
    .int()
    .describe('Markets that ended YES, NO or in a tie and were traded before they were asked. Each counts once.'),
  samples: z.int().describe('Of these, samples of the sandbox, on which trading is simulated.'),
  brier: part
    .nullable()
    .describe(
      'Mean of the squared difference of chance and result: 0 is best, 0.25 says even always. Null: no market.',
    ),
  bins: z
    .array(
      z.strictObject({
        from: part,
        to: part.describe('What the market said lies from `from` on and below `to`; in the last bin also at it.'),
        markets: z.int(),
        said: part.nullable().describe('Mean of what they said.'),
        happened: part.nullable().describe('Part of them that ended YES; a tie counts as what it paid.'),
        low: part.nullable().describe('Of markets that say it rightly, 95 samples of 100 lie from here'),
        high: part.nullable().describe('to here.'),
      }),
    )
    .describe(
      'By what the market said 24 hours before its cut-off, or half way where it was open less than two days: the price of the last fill of real money.',
    ),
});
export type CalibrationWire = z.infer<typeof calibrationWire>;
