import { describe, expect, it } from 'vitest';
import { beginningsOf, searchedOf, slipsOf } from './search.ts';

const finds = (title: string, asked: string) => {
  const { words } = searchedOf(title);
  return beginningsOf(asked).every((same) => same.some((one) => words.some((word) => word.startsWith(one))));
};
const slips = (title: string, asked: string) => {
  const grams = new Set(searchedOf(title).grams);
  const words = slipsOf(asked);
  return (
    words.length > 0 && words.every(({ grams: own, least }) => own.filter((gram) => grams.has(gram)).length >= least)
  );
};

describe('the search of events', () => {
  it.each([
    ['Will Bitcoin close above 100,000?', 'bitc above'],
    ['Will Bitcoin close above 100,000?', 'BTC'],
    ['Will Bitcoin close above 100,000?', 'биткоин'],
    ['Final of the Cup', 'финал'],
    ['Wird die Wahl verschoben?', 'election'],
    ['¿Habrá elección en mayo?', 'eleccion'],
    ['Seçim kasımda mı?', 'secim'],
    ['هل تجري الانتخابات؟ انتخابات 2027', 'انتخابات'],
    ['क्या चुनाव टलेगा?', 'चुनाव'],
    ['क्या भारत विश्वकप जीतेगा?', 'विशवकप'],
    ['日本の選挙はいつか', '選挙'],
    ['比特币会上涨吗', '比特'],
    ['Räntan sänks', 'ränta'],
    ['Чи будуть вибори восени?', 'вибори'],
    ['Les tassi BCE', 'interest'],
  ])('finds “%s” by “%s”', (title, asked) => {
    expect(finds(title, asked)).toBe(true);
  });

  it.each([
    ['Will Bitcoin close above 100,000?', 'coin'],
    ['Will Bitcoin close above 100,000?', 'bitcoin below'],
    ['Final of the Cup', 'ethereum'],
  ])('does not find “%s” by “%s”', (title, asked) => {
    expect(finds(title, asked)).toBe(false);
  });

  it.each([
    ['Will Bitcoin close above 100,000?', 'bitcion'],
    ['Who wins the presidential election?', 'presidantial electon'],
    ['Wird die Bundestagswahl verschoben?', 'bundestagswal'],
    ['¿Gana el Real Madrid?', 'madird'],
    ['Vince la Juventus?', 'juventsu'],
    ['Räntan sänks i december', 'decmber'],
    ['Galatasaray kazanır mı?', 'galatasary'],
    ['Выиграет ли Спартак?', 'спратак'],
    ['Чи переможе Динамо?', 'динмао'],
    ['هل يفوز الهلال بالبطولة؟', 'بالبطوله'],
    ['क्या बैडमिंटन फाइनल होगा?', 'बैडमिंटल'],
    ['大谷翔平はホームラン王になるか', '大谷翔半'],
    ['北京国安能否夺冠', '北京国按'],
  ])('takes “%s” for what “%s” means', (title, asked) => {
    expect(finds(title, asked)).toBe(false);
    expect(slips(title, asked)).toBe(true);
  });

  it('takes no short word, and nothing else, for another', () => {
    expect(slips('Final of the Cup', 'cap')).toBe(false);
    expect(slips('Will Bitcoin close above 100,000?', 'ethereum')).toBe(false);
    expect(slips('Who wins the presidential election?', 'galatasaray')).toBe(false);
  });
});
