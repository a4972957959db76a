import { z } from 'zod';
import { pathId, queryInt } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import {
  notificationsAnswer,
  preferencesBody,
  preferencesWire,
  pushAnswer,
  pushDeviceBody,
  readBody,
  unreadAnswer,
} from '../notifications.ts';
import { PEOPLE } from './callers.ts';

export const NOTIFICATIONS = endpoints({
  list: {
    method: 'GET',
    path: '/notifications',
    summary: 'Own notifications, newest first, and how many are unread.',
    callers: PEOPLE,
    query: z.strictObject({
      cursor: cursorOf('notifications').optional(),
      limit: queryInt(1, 200).describe('Most rows of the page; 30 unless said.').optional(),
    }),
    answers: { 200: notificationsAnswer },
    refusals: ['NotificationsError'],
    rate: 600,
  },
  read: {
    method: 'POST',
    path: '/notifications/read',
    summary:
      'Marks own notifications as read: those named, those up to one (`upTo`, the newest that was shown), or all. Ids of others are passed over.',
    callers: PEOPLE,
    body: readBody,
    answers: { 200: unreadAnswer },
    refusals: ['NotificationsError'],
    rate: 300,
  },
  preferences: {
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'What the person wants to be told, and where.',
    callers: PEOPLE,
    answers: { 200: preferencesWire },
    refusals: ['NotificationsError'],
    rate: 300,
  },
  setPreferences: {
    method: 'PUT',
    path: '/notifications/preferences',
    summary: 'Turns switches. A locked one, or one that does not exist, is refused and nothing changes.',
    callers: PEOPLE,
    body: preferencesBody,
    answers: { 200: preferencesWire },
    refusals: ['NotificationsError'],
    rate: 300,
  },
  pushDevices: {
    method: 'GET',
    path: '/notifications/push',
    summary: 'Browsers of the person that are told by push, and the key that one subscribes with.',
    callers: PEOPLE,
    answers: { 200: pushAnswer },
    refusals: ['NotificationsError'],
    rate: 300,
  },
  addPushDevice: {
    method: 'POST',
    path: '/notifications/push',
    summary:
      'Has this browser told by push, until its session ends. The address must be https, and one that is not of a network inside.',
    callers: PEOPLE,
    body: pushDeviceBody,
    answers: { 200: pushAnswer },
    refusals: ['NotificationsError'],
    rate: 30,
  },
  removePushDevice: {
    method: 'DELETE',
    path: '/notifications/push/:id',
    summary: 'Has a browser told by push no more.',
    callers: PEOPLE,
    params: pathId('a browser'),
    answers: { 200: pushAnswer },
    refusals: ['NotFound', 'NotificationsError'],
    owner: 'id',
    rate: 60,
  },
});
