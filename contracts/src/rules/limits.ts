/**
 * Which attempts count together: all attempts from one IP `address`; of one `user` (for visitors: their address); with the same
 * `text` in the request, e.g. an account name, which the handler hashes; or of `everyone`.
 */
export type LimitBy = 'address' | 'user' | 'text' | 'everyone'

/** Allows `points` attempts within `seconds`. */
export type LimitRule = { points: number; seconds: number; by: LimitBy }

/**
 * All rate limits. They are named after actions, not after paths, so that another spelling of a path grants no further
 * attempts. `change-own` counts per day, because the streams of a user and of their completed days are read in full, the
 * former at every login: no user may make them long. `ledger` is low, because a ledger reads all events of 30 projects.
 */
export const limitRules = {
  // Attempts at a password, by account: see `password-attempts.ts`.
  'sign-in': { points: 10, seconds: 15 * 60, by: 'text' },
  'sign-in-from': { points: 100, seconds: 15 * 60, by: 'address' },
  // Wrong codes and passkeys of one account, whose password is known by then. A right one forgets them.
  'second-factor': { points: 10, seconds: 60 * 60, by: 'text' },
  'second-factor-from': { points: 100, seconds: 15 * 60, by: 'address' },
  'social-sign-in': { points: 60, seconds: 15 * 60, by: 'address' },
  'sign-up': { points: 20, seconds: 60 * 60, by: 'address' },
  'admin-key': { points: 5, seconds: 60 * 60, by: 'address' },
  'admin-key-all': { points: 20, seconds: 60 * 60, by: 'everyone' },
  'check-invitation': { points: 60, seconds: 60 * 60, by: 'address' },
  'forgot-password': { points: 5, seconds: 60 * 60, by: 'text' },
  'forgot-password-from': { points: 20, seconds: 60 * 60, by: 'address' },
  'confirm-email': { points: 20, seconds: 60 * 60, by: 'address' },
  'send-confirmation': { points: 5, seconds: 24 * 60 * 60, by: 'user' },
  // Mail providers send the requests of many recipients from few addresses.
  unsubscribe: { points: 600, seconds: 60, by: 'address' },
  'reset-password': { points: 20, seconds: 60 * 60, by: 'address' },
  'change-password': { points: 10, seconds: 60 * 60, by: 'user' },
  'change-own': { points: 300, seconds: 24 * 60 * 60, by: 'user' },
  upload: { points: 10, seconds: 60 * 60, by: 'user' },
  submit: { points: 60, seconds: 60 * 60, by: 'user' },
  // A form saves after every pause of typing.
  draft: { points: 60, seconds: 60, by: 'user' },
  rate: { points: 120, seconds: 60, by: 'user' },
  comment: { points: 20, seconds: 60, by: 'user' },
  like: { points: 60, seconds: 60, by: 'user' },
  view: { points: 120, seconds: 60, by: 'user' },
  command: { points: 120, seconds: 60, by: 'user' },
  admin: { points: 300, seconds: 60, by: 'user' },
  // Every command about a saved text reads all that were ever written.
  'saved-text': { points: 300, seconds: 24 * 60 * 60, by: 'user' },
  // An invitation may send an email to any address.
  invite: { points: 30, seconds: 60 * 60, by: 'user' },
  // An export reads the whole log.
  export: { points: 20, seconds: 10 * 60, by: 'user' },
  // A preview and an import read and write thousands of streams.
  import: { points: 20, seconds: 10 * 60, by: 'user' },
  // It reads the whole log, too, and everybody may ask for it.
  'own-data': { points: 5, seconds: 60 * 60, by: 'user' },
  ledger: { points: 60, seconds: 60, by: 'user' },
  // A code that names a participant reads up to thirty streams for each run. Pages, cards and requests with a code share the limit.
  certificate: { points: 60, seconds: 60, by: 'address' },
  // Drawing a card takes long (decision 0067). Shared pages look up the same facts.
  card: { points: 120, seconds: 60, by: 'address' },
  query: { points: 600, seconds: 60, by: 'user' },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules
