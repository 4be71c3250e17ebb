/** A token that was given back before its time. `until`: when it runs out by itself, in milliseconds since 1970. */
export type EndedToken = { id: string; until: number }

/**
 * Most given back tokens of one account that are remembered. Whoever gives back another one ends all sessions: nothing
 * that was given back may ever count again, and what is asked at every request must stay small.
 */
export const mostEndedTokens = 100

/** The tokens that were given back and would still count, after one more; those that ran out by `at` (ISO) are forgotten. */
export function withEndedToken(
  ended: readonly EndedToken[],
  { token, expiresAt }: { token: string; expiresAt: string },
  at: string,
): readonly EndedToken[] {
  return [...stillCounting(ended, Date.parse(at)), { id: token, until: Date.parse(expiresAt) }]
}

/** Those that have not run out by themselves. `now` in milliseconds. */
export const stillCounting = (ended: readonly EndedToken[], now: number): readonly EndedToken[] =>
  ended.filter(({ until }) => until > now)
