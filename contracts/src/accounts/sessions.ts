// The rules of sessions: how many tokens may be revoked, and when a session has ended.

/** A token that was revoked before it expired. `until`: its expiry in milliseconds since 1970. */
export type RevokedToken = { id: string; until: number }

/**
 * Maximum number of revoked tokens kept for one account. Revoking another one ends all sessions of the account: a revoked
 * token must never become valid again, and the list must stay short because every request reads it.
 */
export const maxRevokedTokens = 100

/** Returns the revoked tokens with this one added, without tokens that have expired by `at` (ISO). */
export function addRevokedToken(
  revoked: readonly RevokedToken[],
  { token, expiresAt }: { token: string; expiresAt: string },
  at: string,
): readonly RevokedToken[] {
  return [...unexpiredTokens(revoked, Date.parse(at)), { id: token, until: Date.parse(expiresAt) }]
}

/** Returns the revoked tokens that have not expired yet. `now` in milliseconds since 1970. */
export const unexpiredTokens = (revoked: readonly RevokedToken[], now: number): readonly RevokedToken[] =>
  revoked.filter(({ until }) => until > now)

/** Maximum number of sessions of one account that are shown: the last seen ones. */
export const maxShownSessions = 50

/**
 * Whether a session, as its token says, has not ended: by a logout, by a newer session version, or by time. `expiresAt` and `now` in
 * milliseconds since 1970.
 */
export const isSessionOpen = (
  { id, version, expiresAt }: { id: string; version: number; expiresAt: number },
  account: { sessionVersion: number; endedTokens: readonly RevokedToken[] },
  now: number,
): boolean =>
  version === account.sessionVersion &&
  expiresAt > now &&
  !account.endedTokens.some((ended) => ended.id === id)
