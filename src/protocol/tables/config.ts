import { endpoints } from '../endpoint.ts';
import { publicConfig } from '../site.ts';
import { EVERYONE } from './callers.ts';

export const CONFIG = endpoints({
  read: {
    method: 'GET',
    path: '/config',
    summary: 'Origins, API host, mode and brand of this installation.',
    callers: EVERYONE,
    answers: { 200: publicConfig },
    rate: 600,
  },
});
