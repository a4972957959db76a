export { samplePeople } from './sample-people.ts';
