import { describe, expect, it } from 'vitest';
import { Texts } from './texts.ts';

const TRADING = {
  'dir.up': 'Up',
  'ticket.gain': 'You get {amount}',
  'open.count': '{n, plural, one {# open} other {# open ones}}',
};

describe('the texts of a document', () => {
  it('are read by key, with their arguments', () => {
    const { t } = new Texts('en', { trading: TRADING }).of('trading');
    expect(t('dir.up')).toBe('Up');
    expect(t('ticket.gain', { amount: '$5' })).toBe('You get $5');
    expect(t('open.count', { n: 1_200 })).toBe('1,200 open ones');
  });

  it('of another namespace are named by it', () => {
    const texts = new Texts('en', { trading: TRADING, common: { to_start: 'Start page' } });
    expect(texts.of('trading').t('common:to_start')).toBe('Start page');
    expect(texts.of('trading').t('to_start')).toBe('to_start');
    expect(texts.of('common').t('trading:dir.up')).toBe('Up');
  });

  it('that are not there show their key', () => {
    const { t } = new Texts('en', { trading: TRADING }).of('rounds');
    expect(t('dir.up')).toBe('dir.up');
    expect(t('limits:none')).toBe('limits:none');
  });

  it('of another page come in without a new reader', () => {
    const texts = new Texts('de', { common: { to_start: 'Start' } });
    const before = texts.of('history');
    texts.add({ history: { title: 'Verlauf' } });
    expect(before.t('title')).toBe('Verlauf');
    expect(texts.of('history')).toBe(before);
    expect(texts.of('common').t('to_start')).toBe('Start');
  });

  it('keep what is filled in whole inside an Arabic sentence', () => {
    const { t } = new Texts('ar', { trading: { gain: 'تحصل على {amount}' } }).of('trading');
    expect(t('gain', { amount: '$5' })).toBe('تحصل على \u2066$5\u2069');
  });
});
