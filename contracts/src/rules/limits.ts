/**
 * Whose tries are counted together: those of an `address`, of a `user` (of the address for a visitor), of a `text`
 * that the caller sent (an account name, hashed by whoever asks), or of `everyone`.
 */
export type LimitBy = 'address' | 'user' | 'text' | 'everyone'

/** So many tries within so many seconds. */
export type LimitRule = { points: number; seconds: number; by: LimitBy }

/**
 * Every limit of the product. Named after what is done, not after a path, so that a second spelling is no second try.
 * What people keep on their account, and on their journey, is told in streams that are read whole, the one at every log-in:
 * `change-own` is by the day, so that nobody makes them long.
 */
export const limitRules = {
  'sign-in': { points: 10, seconds: 15 * 60, by: 'text' },
  'sign-in-from': { points: 100, seconds: 15 * 60, by: 'address' },
  'social-sign-in': { points: 60, seconds: 15 * 60, by: 'address' },
  'sign-up': { points: 20, seconds: 60 * 60, by: 'address' },
  'admin-key': { points: 5, seconds: 60 * 60, by: 'address' },
  'admin-key-all': { points: 20, seconds: 60 * 60, by: 'everyone' },
  'forgot-password': { points: 5, seconds: 60 * 60, by: 'text' },
  'forgot-password-from': { points: 20, seconds: 60 * 60, by: 'address' },
  'reset-password': { points: 20, seconds: 60 * 60, by: 'address' },
  'change-password': { points: 10, seconds: 60 * 60, by: 'user' },
  'change-own': { points: 300, seconds: 24 * 60 * 60, by: 'user' },
  upload: { points: 10, seconds: 60 * 60, by: 'user' },
  submit: { points: 60, seconds: 60 * 60, by: 'user' },
  rate: { points: 120, seconds: 60, by: 'user' },
  comment: { points: 20, seconds: 60, by: 'user' },
  like: { points: 60, seconds: 60, by: 'user' },
  view: { points: 120, seconds: 60, by: 'user' },
  command: { points: 120, seconds: 60, by: 'user' },
  admin: { points: 300, seconds: 60, by: 'user' },
  query: { points: 600, seconds: 60, by: 'user' },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules
