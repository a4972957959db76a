import { endpoints } from '../../endpoint.ts';
import { calibrationWire } from '../../events/calibration.ts';
import { EVERYONE } from '../callers.ts';

export const CALIBRATION = endpoints({
  read: {
    method: 'GET',
    path: '/calibration',
    summary: 'How often what markets of events said came true, over all that were decided.',
    callers: EVERYONE,
    answers: { 200: calibrationWire },
    rate: 300,
  },
});
