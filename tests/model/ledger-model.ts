/**
 * What the ledger must do, said as plainly as possible: a Map of balances, whole numbers, no shared code with the ledger.
 * Money is a bigint of 10^-6. A person owns `cash:<name>` and `locked:<name>`; the house `pnl` and `mint`.
 */
export class LedgerModel {
  readonly balances = new Map<string, bigint>();
  readonly stakes = new Map<string, { person: string; stake: bigint; open: boolean }>();

  of(account: string): bigint {
    return this.balances.get(account) ?? 0n;
  }

  move(from: string, to: string, amount: bigint): void {
    this.balances.set(from, this.of(from) - amount);
    this.balances.set(to, this.of(to) + amount);
  }

  /** Cash becomes exactly `target`. */
  refill(person: string, target: bigint): void {
    this.move('mint', `cash:${person}`, target - this.of(`cash:${person}`));
  }

  /** False, and nothing happens, when the cash does not suffice. */
  place(id: string, person: string, stake: bigint): boolean {
    if (this.of(`cash:${person}`) < stake) return false;
    this.move(`cash:${person}`, `locked:${person}`, stake);
    this.stakes.set(id, { person, stake, open: true });
    return true;
  }

  settle(id: string, end: 'win' | 'lose' | 'back', profit: bigint): void {
    const held = this.stakes.get(id);
    if (held === undefined || !held.open) throw new Error(`the model has no open stake ${id}`);
    held.open = false;
    if (end === 'lose') {
      this.move(`locked:${held.person}`, 'pnl', held.stake);
      return;
    }
    this.move(`locked:${held.person}`, `cash:${held.person}`, held.stake);
    if (end === 'win') this.move('pnl', `cash:${held.person}`, profit);
  }

  total(): bigint {
    let sum = 0n;
    for (const balance of this.balances.values()) sum += balance;
    return sum;
  }
}
