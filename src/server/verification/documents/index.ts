export type { Documents } from './contract.ts';
export { createDocuments, statusesOf } from './documents.ts';
export { fileByLink } from './links.ts';
export type { DocumentParts } from './parts.ts';
export { createReviews } from './reviews.ts';
export type { Decision, NoDecision, OpenReview, Reviews } from './reviews.ts';
export { documentRoutes } from './routes.ts';
export { cleanUp, endExpired, ringLate } from './upkeep.ts';
export { canProbe } from './video.ts';
