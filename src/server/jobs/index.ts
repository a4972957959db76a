export { cancelJob, retryJob } from './acts.ts';
export { JobFault } from './contract.ts';
export type { JobDefinition, JobHandler, JobRun, Jobs, JobWork } from './contract.ts';
export { defineJob, workOn } from './define.ts';
export { enqueue, enqueueWith } from './enqueue.ts';
export { createJobs } from './jobs.ts';
export { findJob, listJobs } from './store.ts';
export type { JobState } from './store.ts';
