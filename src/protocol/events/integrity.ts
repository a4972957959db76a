import { z } from 'zod';
import { REPORT_REASONS, REPORT_STATES } from '#domain/events/report.ts';
import { isoTime } from '../codecs.ts';
import { linesText } from '../texts.ts';

/** Who may not trade an event. */
export const restrictedWire = z
  .strictObject({
    version: z.int().describe('Counts up when it changes.'),
    kinds: z.array(z.string()).describe('Kinds of people, in English.'),
  })
  .nullable()
  .describe(
    'Who may not trade it. Before their first order of real money a person says that they are none of them: `PUT /events/{id}/attestation`. Null: nobody is named.',
  );

export const attestBody = z.strictObject({
  version: z.int().min(1).max(1_000_000).describe('Of the kinds that were read.'),
  rulesHash: z.hex().length(64).describe('Of the rules of the market that is traded, as the event has it.'),
});

export const standingWire = z.strictObject({
  attested: z.boolean().describe('They have said that they are none of those who may not trade it, as they are now.'),
  restricted: z.boolean().describe('They are kept from it by name: no order of real money is taken.'),
});

export const reportBody = z.strictObject({
  reason: z
    .enum(REPORT_REASONS)
    .describe('insider: somebody seems to know the result; source: the wrong one, or rules that it does not fit.'),
  text: linesText.min(10).max(1_000),
});

const ownReport = z.strictObject({
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES).describe('LOOKED: somebody looks at it; DISMISSED, ACTED: it is decided.'),
  at: isoTime,
});
export type OwnReport = z.infer<typeof ownReport>;
export const ownReportWire = z.strictObject({
  report: ownReport.nullable().describe('What the person reported of the event last; null: nothing.'),
});
