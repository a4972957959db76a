import { expect, it } from 'vitest';
import { spellingOf } from './addresses.ts';

it.each([
  ['0x7F367cC41522cE07553e823bf3be79A889DEbe1B', '0x7f367cc41522ce07553e823bf3be79a889debe1b'],
  [' 0X7F367CC41522CE07553E823BF3BE79A889DEBE1B ', '0x7f367cc41522ce07553e823bf3be79a889debe1b'],
  ['BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['bitcoincash:qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq', 'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq'],
  ['QPF2CPHC5DKUCLKQUR7LHJ2YUQQ9PK3HMUKLE77VHQ', 'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq'],
  // Here a capital is another letter.
  ['12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'],
  ['TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj'],
])('the address %s is spelled %s', (address, spelling) => {
  expect(spellingOf(address)).toBe(spelling);
});
