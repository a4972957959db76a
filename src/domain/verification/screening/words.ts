/** Parts of names that say little: articles, "son of", "from". They weigh little, and are not dropped: they may be half of a joined word. */
export const PARTICLES: ReadonlySet<string> = words(
  'al el ul il as ash ad ar an az at bin ben ibn bint bt b de la le du del della di da dos das do van von der den ter zu y e i ud the of',
);

/** What stands before or after a name and is no part of it. */
export const TITLES: ReadonlySet<string> = words(
  'mr mrs ms miss dr prof sir monsieur madame mme herr frau senor senora don dona sheikh shaikh sheik shaykh haji hajji hajj alhaj mullah ' +
    'maulana maulavi mawlawi ustad sayyid sayed president general colonel captain commander jr sr jnr snr',
);

/** Legal forms of companies: every company has one, so that they say nothing of which. */
export const COMPANY_FORMS: ReadonlySet<string> = words(
  'co corp corporation company inc incorporated llc llp ltd limited plc sarl srl gmbh ooo oao zao pao jsc ojsc pjsc fze fzc fzco fzllc ' +
    'establishment group holding holdings bhd sdn pte pvt',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
