import { expect, it } from 'vitest';
import { notedCountry } from './region-note.ts';

const FROM_US = { country: 'US', loginRegionAccepted: false };

it.each([
  ['nothing before the server has answered', null, null, null],
  ['the country where nobody is served', FROM_US, null, 'US'],
  ['nothing where people are served', { country: 'PT', loginRegionAccepted: true }, null, null],
  ['nothing where the server does not mind', { country: 'US', loginRegionAccepted: true }, null, null],
  ['nothing where nobody knows the place', { country: null, loginRegionAccepted: false }, null, null],
  ['nothing once the visitor lives elsewhere', FROM_US, 'US', null],
  ['another country that nobody is served in', { country: 'CA', loginRegionAccepted: false }, 'US', 'CA'],
  ['nothing, wherever they live, while the server has not answered', null, 'US', null],
] as const)('the note of the sign-in names %s', (...[, regions, accepted, named]) => {
  expect(notedCountry(regions, accepted)).toBe(named);
});
