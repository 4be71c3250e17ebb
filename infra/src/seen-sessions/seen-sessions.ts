/** A session as it was last seen. Times in milliseconds since 1970. */
export type SeenSession = {
  /** The id of its token. */
  id: string
  version: number
  issuedAt: number
  expiresAt: number
  seenAt: number
  /** Names of the browser and of the operating system; null if they are unknown. */
  browser: string | null
  system: string | null
}

/**
 * The sessions of users as they were seen, to be listed. Whether a session is valid does not depend on it: entries may be lost,
 * such as when a process ends that keeps them in memory, and come back when the session is seen again. Ended sessions may still
 * have entries. `testing/seen-sessions/seen-sessions-port.ts` tests this contract for every adapter. Every method
 * throws `StoreUnavailable` while the store cannot be reached.
 */
export type SeenSessions = {
  /** Returns the sessions of a user, the last seen first. */
  load(user: string): Promise<readonly SeenSession[]>
  /** Adds a session, or replaces what is known of it. Removes the least recently seen sessions above the limit. */
  record(user: string, session: SeenSession): Promise<void>
  remove(user: string, id: string): Promise<void>
  /** Removes all sessions of a user. */
  removeAll(user: string): Promise<void>
  /** Returns since when no entry was lost, in milliseconds since 1970. */
  completeSince(): Promise<number>
  close(): void
}

/**
 * Returns the sessions to keep when one was seen, the last seen first: at most `max`, and none that has expired or has an older
 * version than another one.
 */
export function keptSessions(sessions: readonly SeenSession[], max: number): readonly SeenSession[] {
  const now = Math.max(...sessions.map(({ seenAt }) => seenAt))
  const newest = Math.max(...sessions.map(({ version }) => version))
  return sessions
    .filter(({ version, expiresAt }) => version === newest && expiresAt > now)
    .toSorted(lastSeenFirst)
    .slice(0, max)
}

export const lastSeenFirst = (one: SeenSession, other: SeenSession): number =>
  other.seenAt - one.seenAt || other.issuedAt - one.issuedAt
