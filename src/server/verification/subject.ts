import type { PoolClient } from 'pg';
import type { BaseParts, Subject } from '#server/subject.ts';
import type { OfficeSeat } from '#server/desk/index.ts';
import { openObjects } from '#server/objects/index.ts';
import { DAY_MS } from '#domain/time.ts';
import { atStart } from '#server/upkeep/upkeep.ts';
import { caseDecidedAct } from './cases/case-act.ts';
import type { CaseParts } from './cases/cases.ts';
import { casesSeat, type CasesSeatParts } from './cases/cases-seat.ts';
import {
  CHECK_SIMULATOR,
  checkDeliveries,
  checkJobs,
  checkPart,
  lookAgain,
  ONFIDO,
  SENT,
  SUMSUB,
  type CheckParts,
} from './checks/index.ts';
import type { LegalNames } from './contract.ts';
import { countryOf } from './store.ts';
import {
  canProbe,
  cleanUp,
  createDocuments,
  createReviews,
  documentBlockedAct,
  documentsChart,
  documentRoutes,
  documentsSeat,
  endExpired,
  fileByLink,
  ringLate,
  statusesOf,
  type DocumentParts,
  type DocumentSeatParts,
  type Documents,
  type Reviews,
} from './documents/index.ts';
import { createHandOvers, deleteOld, handOverRoutes, type HandOvers } from './hand-over/index.ts';
import { createLegalNames } from './legal-names.ts';
import { indexOldNames, nameSearch } from './name-search.ts';
import { doubtNameAct, personParts } from './person-parts.ts';
import { isListedAddress } from './screening/lists.ts';
import { screeningsSeat } from './screening/screenings-seat.ts';
import { sharedFiles } from './store-shared.ts';
import { writeReport } from './suspicion/reports.ts';
import { suspicionSeat } from './suspicion/reports-seat.ts';
import { VERIFICATION_PERSONAL_DATA } from './personal-data.ts';
import { escalateCases, keepPracticeList, MOVED, screeningJobs, type VerificationParts } from './verification.ts';

interface Made {
  readonly documents: Documents;
  readonly reviews: Reviews;
  readonly documentParts: DocumentParts;
  readonly handOvers: HandOvers;
}

type CheckNeeds = Pick<CheckParts, 'db' | 'providers' | 'legalNames'>;

const MINUTE_MS = 60_000;

export const VERIFICATION = {
  offers: (parts: Pick<BaseParts, 'vault' | 'clock' | 'config' | 'audit'>) => ({
    legalNames: createLegalNames(parts) satisfies LegalNames,
    /** How the documents of a person stand. */
    documentStatuses: statusesOf,
    isListedAddress,
    /** Where a person lives; null: nobody said. */
    residenceOf: countryOf,
    sharedFiles,
    /** A report of suspicious activity, as a draft: its id; null: nobody reports themselves. */
    reportSuspicion: (tx: PoolClient, report: Parameters<typeof writeReport>[2]) => writeReport(parts, tx, report),
  }),
  create: (parts: BaseParts & { readonly legalNames: LegalNames }) => {
    const documentParts: DocumentParts = {
      ...parts,
      objects: openObjects(parts.config.objects),
      nameGiven: async (db, userId) => {
        const { first, last, status } = await parts.legalNames.of(db, userId);
        return (first !== null && last !== null) || status === 'PENDING_APPROVE' || status === 'APPROVED';
      },
      videoTaken: once(canProbe),
    };
    return {
      documents: createDocuments(documentParts),
      reviews: createReviews(documentParts),
      documentParts,
      handOvers: createHandOvers(parts),
      /** A picture or a video by a signed permission of a minute. */
      privateFile: (token: string) => fileByLink(documentParts, token),
    };
  },
  routes: (parts: Made) => ({ documents: documentRoutes(parts), handOvers: handOverRoutes(parts) }),
  followers: () => [MOVED, SENT],
  providers: [SUMSUB, ONFIDO, CHECK_SIMULATOR],
  deliveries: (parts: Made & CheckNeeds) => [checkDeliveries(checkPartsOf(parts))],
  jobs: (parts: Made & VerificationParts & CheckNeeds) => [...screeningJobs(parts), ...checkJobs(checkPartsOf(parts))],
  upkeep: ({ documentParts, ...parts }: Made & VerificationParts & CheckNeeds) => [
    atStart('practice list', () => keepPracticeList(parts)),
    atStart('words of names', () => indexOldNames(parts)),
    { name: 'cases that are due', everyMs: MINUTE_MS, work: () => escalateCases(parts) },
    { name: 'late documents', everyMs: MINUTE_MS, work: () => ringLate(documentParts) },
    { name: 'expired documents', everyMs: 60 * MINUTE_MS, work: () => endExpired(documentParts) },
    {
      name: 'quiet checks of documents',
      everyMs: 10 * MINUTE_MS,
      work: () => lookAgain(checkPartsOf({ documentParts, ...parts })),
    },
    {
      name: 'old hand-overs',
      everyMs: 60 * MINUTE_MS,
      work: () => deleteOld(parts.db, parts.clock.now() - DAY_MS),
    },
    { name: 'old documents', everyMs: 60 * MINUTE_MS, work: () => cleanUp(documentParts) },
  ],
  twoPeople: (parts: CaseParts) => [caseDecidedAct(parts), documentBlockedAct(parts)],
  office: (parts: DocumentSeatParts & CasesSeatParts): OfficeSeat => {
    const own = [casesSeat(parts), screeningsSeat(parts), suspicionSeat(parts)];
    const documents = documentsSeat(parts);
    return {
      ...documents,
      charts: [documentsChart(parts)],
      searches: [nameSearch(parts)],
      desks: [documents, ...own].flatMap(({ desks }) => desks ?? []),
      parts: [
        ...[documents, ...own].flatMap(({ parts: theirs }) => theirs ?? []),
        checkPart(parts),
        ...personParts(parts),
      ],
      acts: [...[documents, ...own].flatMap(({ acts }) => acts ?? []), doubtNameAct(parts)],
    };
  },
  personalData: VERIFICATION_PERSONAL_DATA,
} satisfies Subject;

function checkPartsOf({
  documentParts,
  db,
  providers,
  legalNames,
}: Pick<Made, 'documentParts'> & CheckNeeds): CheckParts {
  return { ...documentParts, db, providers, legalNames };
}

/** Asks a question once, at the first need. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
