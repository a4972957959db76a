export { moveSample, writeSamples } from './samples/write.ts';
export type { Sample } from './samples/write.ts';
export type { SampleHands, SampleParts } from './samples/sample.ts';
export { writeTickSample } from './samples/ticks.ts';
