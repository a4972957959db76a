import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import { attestBody, ownReportWire, reportBody, standingWire } from '../../events/integrity.ts';

export const INTEGRITY = endpoints({
  standing: {
    method: 'GET',
    path: '/events/:id/standing',
    summary: 'May the person trade an event: have they said that they are none of those who may not?',
    callers: ['USER'],
    params: pathId('the event'),
    answers: { 200: standingWire },
    refusals: ['NotFound'],
    rate: 120,
  },
  attest: {
    method: 'PUT',
    path: '/events/:id/attestation',
    summary: 'Says that the person is none of those who may not trade an event. Twice is the same as once.',
    callers: ['USER'],
    params: pathId('the event'),
    body: attestBody,
    answers: { 200: standingWire },
    refusals: ['NotFound'],
    rate: 30,
  },
  ownReport: {
    method: 'GET',
    path: '/events/:id/report',
    summary: 'What the person reported of an event last, and how it stands.',
    callers: ['USER'],
    params: pathId('the event'),
    answers: { 200: ownReportWire },
    refusals: ['NotFound'],
    rate: 120,
  },
  report: {
    method: 'PUT',
    path: '/events/:id/report',
    summary: 'Reports an event to staff. While it is open, the same again is the same report in other words.',
    callers: ['USER'],
    params: pathId('the event'),
    body: reportBody,
    answers: { 200: ownReportWire },
    refusals: ['NotFound'],
    rate: 6,
  },
});
