/**
 * Who keeps each table: a folder of `src/server`. The owner alone writes it; what others read of it is in `EXCEPTIONS`. Tables that hold
 * something of people are kept by the subject whose inventory (`personal-data.ts`) names them, and stand here no second time.
 */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  ledger: words(
    'account_kind account_kind_realm journal transfer grammar ledger_seal ledger_seal_mark ledger_check money_day money_day_mark',
  ),
  prices: words('tick_stream tick_blob tick_lost bar_blob feed_incident'),
  identity: words('guess_count spent_login step_up api_key_nonce api_key_stake'),
  trading: words(
    'shard_lease batch engine_stream rules_document settlement market fill undone_fill outcome_split corrected_book trading_day batch_speed_day',
  ),
  proofs: words(
    'proof_head proof_batch proof_keys proof_hour proof_segment proof_event proof_anchor proof_archive proof_archive_mark correction_proposal proof_correction correction_settlement liability_snapshot liability_block',
  ),
  limits: words('exclusion_record'),
  fiat: ['fiat_simulated'],
  facts: words('fact fact_head fact_cursor'),
  privacy: words('export_part'),
  cashier: words('payout_wallet payout_policy'),
  treasury: words(
    'payout_nonce payout_attempt gas_entry wallet_difference wallet_move sweep coin_scan coin_output coin_payment coin_input coin_attempt',
  ),
  approvals: words('approval_request approval_check'),
  settings: ['product_mode', 'setting_version', 'announcement'],
  audit: words('audit_head audit_object'),
  vault: words('installation'),
  verification: words(
    'document_part sanctions_list sanctions_entry sanctions_list_entry sanctions_address screening_sheet',
  ),
  events: words(
    'event event_slug event_text event_market event_market_text event_book event_move event_clarification event_split event_split_part event_split_rules event_evidence event_correction event_revision event_series event_series_move event_series_event event_tick_answer event_barred_kinds event_ruling',
  ),
  status: words('status_watch status_outage placing_speed_day'),
  blog: words('blog_post blog_text blog_picture'),
  news: words('news_feed news_item'),
  help: words('help_view_day help_verdict_day'),
  deposits: words('deposit_branch deposit_scan deposit_block deposit_input'),
  db: words('schema_migration'),
};

/** A subject that reads, or even writes, a table of another: a debt with its reason. */
export interface Exception {
  readonly subject: string;
  readonly table: string;
  readonly does: 'reads' | 'writes';
  readonly why: string;
}

const reads = (subject: string, tables: string, why: string): Exception[] =>
  words(tables).map((table) => ({ subject, table, does: 'reads', why }));

const DIGEST = 'the digest of a day sums what was settled, for those who asked for it';

/** May only shrink. One line is a subject and a table. */
export const EXCEPTIONS: readonly Exception[] = [...reads('notifications', 'prediction settlement', DIGEST)];

/** How many there may be: lower it with each one that goes. */
export const MOST_EXCEPTIONS = 2;

/** A view, or a function of the database, that a subject keeps for others, who read it instead of its tables. */
export interface Published {
  readonly owner: string;
  readonly readers: readonly string[];
  readonly why: string;
}

export const PUBLISHED: Readonly<Record<string, Published>> = {
  account_standing: {
    owner: 'identity',
    readers: ['limits', 'privacy', 'verification'],
    why: 'who may trade is one look, with what people set for themselves; consents count from when an account is its person; where somebody lives is screened with the name',
  },
  legal_name_standing: {
    owner: 'verification',
    readers: ['limits'],
    why: 'who may trade is one look',
  },
  living_session: {
    owner: 'identity',
    readers: ['notifications'],
    why: 'a browser is told as long as its session lasts',
  },
  mail_contact: { owner: 'identity', readers: ['notifications'], why: 'where what is told goes by mail' },
  price_stream: { owner: 'prices', readers: ['proofs'], why: 'published segments and corrections name their stream' },
  sealed_segment: { owner: 'prices', readers: ['proofs'], why: 'the roots of hours hold what prices have sealed' },
  incident_record: {
    owner: 'prices',
    readers: ['trading'],
    why: 'what incidents cost is summed where predictions are',
  },
  committed_batch: { owner: 'trading', readers: ['proofs'], why: 'a record proves what a batch committed' },
  committed_shard: { owner: 'trading', readers: ['proofs'], why: 'how far there is something to prove' },
  committed_stream: { owner: 'trading', readers: ['proofs'], why: 'a correction asks which ticks the engine has seen' },
  committed_rules: { owner: 'trading', readers: ['proofs'], why: 'a receipt shows the rules that a prediction names' },
  committed_prediction: { owner: 'trading', readers: ['proofs'], why: 'leaves and receipts are made of its columns' },
  committed_market: { owner: 'trading', readers: ['proofs'], why: 'results of rounds are published' },
  traded_book: { owner: 'trading', readers: ['events'], why: 'events are listed by what was traded on them' },
  listed_book: {
    owner: 'events',
    readers: ['trading'],
    why: 'what people decide of an event is done to its books by the engine',
  },
  book_exit: {
    owner: 'events',
    readers: ['trading'],
    why: 'who held shares before its rules were clarified may leave',
  },
  book_guard: { owner: 'events', readers: ['trading'], why: 'the engine takes no order of whom an event keeps out' },
  book_attested: {
    owner: 'events',
    readers: ['trading'],
    why: 'whoever has not said what a first order asks for is refused',
  },
  event_last_split: {
    owner: 'events',
    readers: ['trading'],
    why: 'an outcome that was split is divided in the books by the engine',
  },
  book_fact: { owner: 'events', readers: ['trading'], why: 'fills after it are undone before a book is paid' },
  undone_book: { owner: 'trading', readers: ['events'], why: 'the page of an event says what was undone' },
  book_correction: {
    owner: 'events',
    readers: ['trading', 'proofs'],
    why: 'books that were paid by a wrong result are paid by the right one, which stands in a root',
  },
  corrected_sum: { owner: 'trading', readers: ['events'], why: 'the page of an event says what a correction did' },
  book_opening: { owner: 'events', readers: ['trading'], why: 'the house maker quotes a market from there on' },
  approved_correction: { owner: 'proofs', readers: ['trading'], why: 'rounds on wrong ticks are void' },
  trading_losses: {
    owner: 'trading',
    readers: ['identity'],
    why: 'the loss cap of an API key, in the statement that reads its claims',
  },
};

/** Files whose SQL gets the names of its tables when it runs, and where those come from. */
export const NAMED_LATER: Readonly<Record<string, string>> = {
  'src/server/ledger/invariants.ts': 'partitions of its own tables, by their number',
  'src/server/personal-data/store-rows.ts': 'what each subject lists by `holding`, which is read as written there',
  'src/server/trading/exchange/store-parts.ts': 'the `table` of its own parts, which are read as written there',
  'src/server/trading/queries/store-engine-facts.ts':
    'the parts of its own statement, each of which is read as written there',
  'src/server/trading/queries/store-search.ts': 'the `table` of its own callers, which are read as written there',
};

/** Functions of the database that touch tables of several subjects. */
export const ACROSS: Readonly<Record<string, string>> = {
  demo_reset: 'empties the demo realm everywhere at once, called by an operator alone (docs/decisions/0079)',
  archive_refuse_entry: 'a guard: nothing of a prediction goes that is in no file of the archive',
};

function words(text: string): readonly string[] {
  return text.split(' ');
}
