/** Numbers of the contract that pages need too: without a schema beside them, so that no page loads zod for one. */

const MB = 1_048_576;

/** Most rows of a list in a snapshot of the private socket: one that has fewer is the whole list. */
export const SNAPSHOT_MOST = 200;

/** Largest file of each document, bytes. */
export const LARGEST_FILE = {
  governmentId: 10 * MB,
  selfieWithId: 10 * MB,
  proofOfResidence: 10 * MB,
  complianceVideo: 40 * MB,
} as const;
/** Largest part in which a file is sent, bytes. */
export const LARGEST_PART = MB;

/** Days that a chart of the back office may show. */
export const CHART_DAYS = ['7', '30', '90'] as const;
