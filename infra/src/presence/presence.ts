/** What a person has open. Times in milliseconds since 1970, by the clock of the store. */
export type Visit = {
  user: string
  /** The id of what is open. */
  subject: string
  since: number
  /** When it ends unless it is renewed. */
  until: number
}

/**
 * Who had what open at one moment. `version` is this moment by the clock of the store, in microseconds since 1970. A later moment has
 * a higher `version`, in all processes.
 */
export type Visits = { version: number; visits: readonly Visit[] }

/**
 * Where a person has something open: a tab of a browser session. `session` is the id of its token, `tab` an id that the browser
 * chose.
 */
export type Place = { user: string; session: string; tab: string }

/** Maximum number of tabs of a person; a further tab replaces the tab that would end first. */
export const maxPlaces = 20

/**
 * Who has what open at the moment. A tab has one thing open at a time, until it leaves or the time is up. Visits may be lost, such
 * as when the process ends that keeps them. `testing/presence/presence-port.ts` tests this contract for every adapter.
 * Every method throws `StoreUnavailable` while the store cannot be reached.
 */
export type Presence = {
  /** Records that a tab has something open for the next `forMs` milliseconds, or still has. Returns all visits. */
  enter(place: Place, subject: string, forMs: number): Promise<Visits>
  /** Ends the visit of a tab. Returns all others. */
  leave(place: Place): Promise<Visits>
  /** Ends the visits of all tabs of a session. Returns all others. */
  leaveSession(place: Omit<Place, 'tab'>): Promise<Visits>
  /** Returns all visits, in any order. */
  all(): Promise<Visits>
  close(): void
}
