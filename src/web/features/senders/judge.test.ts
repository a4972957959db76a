import { describe, expect, it } from 'vitest';
import { judge, type Ours } from './judge.ts';

const OURS: Ours = {
  hosts: ['tikvo.example', 'my.tikvo.example'],
  mail: 'post@tikvo.example',
  handles: ['@tikvo_help'],
};
const verdict = (typed: string, ours: Ours = OURS) => {
  const judged = judge(typed, ours);
  return judged === null ? null : `${judged.kind} ${judged.verdict}`;
};

describe('what somebody typed', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['post@tikvo.example', 'email ours'],
    ['Tikvo <Post@Tikvo.example>', 'email ours'],
    ['mailto:post@tikvo.example?subject=x', 'email ours'],
    // The name before the address is what anybody writes.
    ['post@tikvo.example <gift@mail.test>', 'email other'],
    ['support@tikvo.example', 'email lookalike'],
    ['post@tikvo.example.', 'email lookalike'],
    ['post@tikvo-help.test', 'email lookalike'],
    ['post@tlkvo.example', 'email lookalike'],
    ['post@gift.test', 'email other'],
    ['tikvo.example', 'site ours'],
    ['HTTPS://Tikvo.Example/en/login?x=1', 'site ours'],
    ['https://my.tikvo.example', 'site ours'],
    ['tikvo.example.', 'site ours'],
    // Another port is another server; the host before an @ is a user's name.
    ['https://tikvo.example:8443', 'site lookalike'],
    ['https://tikvo.example@gift.test/login', 'site lookalike'],
    ['https://anybody@tikvo.example/en', 'site ours'],
    ['https://post:tikvo.example@gift.test', 'site lookalike'],
    ['tikvo.example.gift.test', 'site lookalike'],
    ['tikv0.example', 'site lookalike'],
    ['tikvoo.test', 'site lookalike'],
    ['tkivo.test', 'site lookalike'],
    ['tіkvо.example', 'site lookalike'],
    ['https://xn--80ak6aa92e.test', 'site other'],
    ['other.tikvo.example', 'site lookalike'],
    ['https://gift.test/tikvo.example', 'site other'],
    ['https:\\\\gift.test\\tikvo.example', 'site other'],
    ['javascript:alert(1)', 'site unreadable'],
    ['hello there', 'site unreadable'],
    ['tikvo', 'site unreadable'],
    ['@tikvo_help', 'handle ours'],
    ['@TIKVO_HELP', 'handle ours'],
    ['@tikvo_heIp_team', 'handle lookalike'],
    ['@somebody', 'handle other'],
  ])('%s: %s', (typed, expected) => expect(verdict(typed)).toBe(expected));

  it('is ours on a host with a port and without a dot, where that is the address of this installation', () => {
    const here = { ...OURS, hosts: ['localhost:3000'] };
    expect(['http://localhost:3000/en', 'localhost:3000', 'localhost:4000'].map((text) => verdict(text, here))).toEqual(
      ['site ours', 'site ours', 'site lookalike'],
    );
  });
});
