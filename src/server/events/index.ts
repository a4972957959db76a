export { moveSample, writeSamples } from './samples/write.ts';
export type { Sample, SampleHands, SampleParts } from './samples/write.ts';
