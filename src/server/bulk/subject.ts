import { workOn } from '#server/jobs/index.ts';
import type { Subject } from '#server/subject.ts';
import { stepBulk, type BulkParts } from './bulk.ts';
import { BULK_STEP } from './job.ts';
import { BULK_PERSONAL_DATA } from './personal-data.ts';
import type { BulkSeatParts } from './seat-parts.ts';
import { bulkOffice } from './seat.ts';
import { bulkBegunAct } from './two-people.ts';

/** Acts of staff on many people at once. Below all whose acts it does. */
export const BULK = {
  twoPeople: (parts: Pick<BulkParts, 'clock' | 'audit'>) => [bulkBegunAct(parts)],
  jobs: (parts: BulkParts) => [
    workOn(
      BULK_STEP,
      () =>
        (step, { signal }) =>
          stepBulk(parts, step, signal),
    ),
  ],
  office: (parts: BulkSeatParts) => bulkOffice(parts),
  personalData: BULK_PERSONAL_DATA,
} satisfies Subject;
