export { sampleEvents } from './sample-events.ts';
export { samplePeople } from './sample-people.ts';
