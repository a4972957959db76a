import { describe, expect, it } from 'vitest';
import { isRead, numberIn, plainSubject, withoutQuotes } from './mail-text.ts';

describe('a mail to support', () => {
  it.each([
    [
      'of Gmail',
      'Thanks!\n\nOn Mon, 2 Mar 2026 at 10:00, Tikvo\n<post@tikvo.example> wrote:\n\n> Read the answer\n> here.\n',
      'Thanks!',
    ],
    [
      'of Apple Mail in German',
      'Danke.\n\n> Am 02.03.2026 um 10:00 schrieb Tikvo <post@tikvo.example>:\n> \n> Antwort\n',
      'Danke.',
    ],
    ['in Japanese', 'ありがとう\n\n2026年3月2日(月) 10:00 Tikvo <post@tikvo.example>:\n> 回答\n', 'ありがとう'],
    [
      'of Outlook',
      'Still not.\n\n-----Original Message-----\nFrom: Tikvo\nSent: Monday\nTo: Ada\n\nThe answer',
      'Still not.',
    ],
    [
      'of Outlook on the web',
      'Nein.\n________________________________\nVon: Tikvo <post@tikvo.example>\nGesendet: Montag\nAn: Ada\n\nAntwort',
      'Nein.',
    ],
    ['with headers alone', 'Так\n\nОт: Tikvo <post@tikvo.example>\nДата: понедельник\nКому: Ada\n\nОтвет', 'Так'],
    [
      'without a quotation',
      'It says:\n\n- 1.50\n- 2.00\n\nWhy: nobody knows.',
      'It says:\n\n- 1.50\n- 2.00\n\nWhy: nobody knows.',
    ],
    ['answered between the lines', '> When was it?\nOn Monday.\n> How much?\n5.00', 'On Monday.\n5.00'],
    ['with words before a colon of its own', 'I saw this:\n> error 5', 'I saw this:'],
    ['with nothing but a quotation', '> I said\n> so', '> I said\n> so'],
    [
      'with answers under the quotation',
      'On 2 March <post@tikvo.example> wrote:\n> When?\n\nOn Monday.',
      'On 2 March <post@tikvo.example> wrote:\n\nOn Monday.',
    ],
  ])('%s keeps what was written', (_of, mail, kept) => {
    expect(withoutQuotes(mail)).toBe(kept);
    expect(withoutQuotes(mail.replaceAll('\n', '\r\n'))).toBe(kept);
  });

  it('names its ticket by its subject', () => {
    expect(['Re: Your ticket T-1001', '[T-12] more', 'AW: WT-5', 'T-7b', 'about T–9'].map(numberIn)).toEqual([
      '1001',
      '12',
      null,
      null,
      null,
    ]);
    expect(['Re: AW: [x] Money', 'Re[2]: 回复：Money', 'Reply: x'].map(plainSubject)).toEqual([
      '[x] Money',
      'Money',
      'Reply: x',
    ]);
  });

  it('is not answered by itself where nobody reads', () => {
    expect(
      ['no-reply@a.example', 'noreply+x@a.example', 'MAILER-DAEMON@a.example', 'do-not-reply@a.example'].some(isRead),
    ).toBe(false);
    expect(['ada@a.example', 'noreplying@a.example', 'nora@a.example'].every(isRead)).toBe(true);
  });
});
