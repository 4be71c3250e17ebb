// The rate limits of endpoints by name and what people read at one, how many live connections are open at once, and how long the network
// of a login is known.

import { say, type Text } from '../texts/text.ts'

/**
 * Which attempts count together: all attempts from one IP `address`; of one `user` (for visitors: their address); with the same
 * `text` in the request, e.g. an account name, which the handler hashes; or of `everyone`.
 */
export type LimitBy = 'address' | 'user' | 'text' | 'everyone'

type Bound = { points: number; seconds: number }

/**
 * Allows `points` attempts within `seconds`. With `refused`, `points` bounds what succeeded, and refused attempts have that bound of
 * their own: beyond it their answer no longer says why, while good ones still succeed; beyond ten times as many, which only a script
 * sends, nothing is read. `visitors`: what all visitors at one address share, where users count alone.
 */
export type LimitRule = Bound & { by: LimitBy; refused?: Bound; visitors?: number }

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute

/**
 * How many live connections are open at the same time. `perEventAddress`: of an address in a network that an owner has named for an
 * event. See `event-networks.ts`.
 */
export const socketLimits = { perUser: 50, perAddress: 500, perEventAddress: 2_000 }

/** For specs, and for processes with `RATE_LIMIT=off`, such as a server under a load test. */
export const unlimitedSockets = { perUser: Infinity, perAddress: Infinity, perEventAddress: Infinity }

/**
 * How long a network counts as one from which an account is used, in seconds after its last login: a session lasts half as long.
 * Attempts from there count for themselves.
 */
export const knownNetworkSeconds = 14 * 24 * hour

/**
 * All rate limits. They are named after actions, not after paths, so that another spelling of a path grants no further
 * attempts. Many people may be behind one address, a class or a venue, so limits by address are generous for what succeeds, and
 * limits by account do most of the work. `change-own` counts per day, because the streams of a user and of their completed days are
 * read in full, the former at every login: no user may make them long. `ledger` is low, because a ledger reads all events of 30 projects.
 */
export const limitRules = {
  // Attempts at a password, by account and network, by account alone, and by address: see `count-attempts.ts`.
  'sign-in': { points: 10, seconds: quarter, by: 'text' },
  'sign-in-anywhere': { points: 200, seconds: hour, by: 'text' },
  'sign-in-from': {
    points: 2_000,
    seconds: hour,
    by: 'address',
    refused: { points: 100, seconds: quarter },
  },
  // Wrong codes and passkeys of one account, whose password is known by then. A right one forgets them.
  'second-factor': { points: 10, seconds: hour, by: 'text' },
  // A login takes two requests, and so does one through a provider.
  'second-factor-from': {
    points: 4_000,
    seconds: hour,
    by: 'address',
    refused: { points: 100, seconds: quarter },
  },
  'social-sign-in': {
    points: 4_000,
    seconds: hour,
    by: 'address',
    refused: { points: 60, seconds: quarter },
  },
  'sign-up': { points: 300, seconds: hour, by: 'address', refused: { points: 100, seconds: hour } },
  'accept-invitation': { points: 600, seconds: hour, by: 'address', refused: { points: 60, seconds: hour } },
  // Wrong keys, by network, and by all networks only far higher: nobody may lock the admin sign-up for everybody.
  'admin-key': { points: 5, seconds: hour, by: 'address' },
  'admin-key-all': { points: 1_000, seconds: hour, by: 'everyone' },
  'check-invitation': { points: 2_000, seconds: hour, by: 'address', refused: { points: 60, seconds: hour } },
  'forgot-password': { points: 5, seconds: hour, by: 'text' },
  'forgot-password-from': { points: 200, seconds: hour, by: 'address' },
  'confirm-email': { points: 600, seconds: hour, by: 'address', refused: { points: 60, seconds: hour } },
  'send-confirmation': { points: 5, seconds: 24 * hour, by: 'user' },
  // Mail providers send the requests of many recipients from few addresses.
  unsubscribe: { points: 600, seconds: minute, by: 'address' },
  // The invitations of imported participants are such links, too.
  'reset-password': { points: 600, seconds: hour, by: 'address', refused: { points: 60, seconds: hour } },
  'change-password': { points: 10, seconds: hour, by: 'user' },
  'change-own': { points: 300, seconds: 24 * hour, by: 'user' },
  // Each ended session is an event of the user, too.
  'end-sessions': { points: 300, seconds: 24 * hour, by: 'user' },
  // Every command about the challenge, a project or a rating reads all changes of the challenge.
  'change-challenge': { points: 300, seconds: 24 * hour, by: 'user' },
  upload: { points: 10, seconds: hour, by: 'user' },
  submit: { points: 60, seconds: hour, by: 'user' },
  // A form saves after every pause of typing.
  draft: { points: 60, seconds: minute, by: 'user' },
  rate: { points: 120, seconds: minute, by: 'user' },
  comment: { points: 20, seconds: minute, by: 'user' },
  like: { points: 60, seconds: minute, by: 'user' },
  view: { points: 120, seconds: minute, by: 'user' },
  command: { points: 120, seconds: minute, by: 'user' },
  admin: { points: 300, seconds: minute, by: 'user' },
  // Every command about a saved text reads all that were ever written.
  'saved-text': { points: 300, seconds: 24 * hour, by: 'user' },
  // An invitation may send an email to any address.
  invite: { points: 30, seconds: hour, by: 'user' },
  // An export reads the whole log.
  export: { points: 20, seconds: 10 * minute, by: 'user' },
  // A preview and an import read and write thousands of streams.
  import: { points: 20, seconds: 10 * minute, by: 'user' },
  // It reads the whole log, too, and everybody may ask for it.
  'own-data': { points: 5, seconds: hour, by: 'user' },
  ledger: { points: 60, seconds: minute, by: 'user' },
  // A code that names a participant reads up to thirty streams for each run. Pages, cards and requests with a code share the limit.
  certificate: { points: 60, seconds: minute, by: 'address' },
  // Drawing a card takes long. Shared pages look up the same facts.
  card: { points: 120, seconds: minute, by: 'address' },
  query: { points: 600, seconds: minute, by: 'user', visitors: 3_000 },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules

/**
 * Why a limit is used up, for the person who reads it, by limit. Limits that are missing have `tooOften`, or `fromNetwork` where all
 * visitors at an address count together.
 */
export const limitReasons: Partial<Record<LimitName, Text>> = {
  'sign-in': say('manyWrongPasswords'),
  'sign-in-anywhere': say('manyWrongPasswords'),
  'sign-in-from': say('manyLogIns'),
  'second-factor': say('manyWrongCodes'),
  'second-factor-from': say('manyLogIns'),
  'social-sign-in': say('manyLogIns'),
  'sign-up': say('manySignUps'),
  'accept-invitation': say('manyInvitations'),
  'check-invitation': say('manyInvitations'),
  'admin-key': say('manyWrongKeys'),
  'admin-key-all': say('manyWrongKeys'),
  'forgot-password': say('emailAskedTooOften'),
  'forgot-password-from': say('manyNewPasswords'),
  'confirm-email': say('manyConfirmations'),
  'reset-password': say('manyPasswordsSet'),
}

/** The same where the bound of refused attempts is used up. */
export const refusedReasons: Partial<Record<LimitName, Text>> = {
  'sign-in-from': say('manyWrongPasswordsInNetwork'),
  'second-factor-from': say('manyWrongCodesInNetwork'),
}

export const otherReasons = {
  tooOften: say('tooOften'),
  fromNetwork: say('manyPeople'),
  refused: say('manyRefused'),
  sockets: say('manyWatching'),
  ownSockets: say('manyWindows'),
}

/** Returns the message at a limit: why, and when to try again. */
export const limitMessage = (reason: Text, seconds: number): Text =>
  say('limitReached', { reason, wait: waitText(seconds) })

function waitText(seconds: number): Text {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3_600)]
  if (seconds < 60) return seconds === 1 ? say('waitSecond') : say('waitSeconds', { count: seconds })
  if (minutes < 60) return minutes === 1 ? say('waitMinute') : say('waitMinutes', { count: minutes })
  return hours === 1 ? say('waitHour') : say('waitHours', { count: hours })
}
