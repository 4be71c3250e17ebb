/** A token that was given back before its time. `until`: when it runs out by itself, in milliseconds since 1970. */
export type RevokedToken = { id: string; until: number }

/**
 * Most given back tokens of one account that are remembered. Whoever gives back another one ends all sessions: nothing
 * that was given back may ever count again, and what is asked at every request must stay small.
 */
export const maxRevokedTokens = 100

/** The tokens that were given back and would still count, after one more; those that ran out by `at` (ISO) are forgotten. */
export function addRevokedToken(
  ended: readonly RevokedToken[],
  { token, expiresAt }: { token: string; expiresAt: string },
  at: string,
): readonly RevokedToken[] {
  return [...unexpiredTokens(ended, Date.parse(at)), { id: token, until: Date.parse(expiresAt) }]
}

/** Those that have not run out by themselves. `now` in milliseconds. */
export const unexpiredTokens = (ended: readonly RevokedToken[], now: number): readonly RevokedToken[] =>
  ended.filter(({ until }) => until > now)
