// Records when each session was last used, for the list of sessions.

import type { Clock } from '@thirty/infra/scheduler.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import type { OnSessionUsed } from '@thirty/infra/http/authentication/authentication.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { LRUCache } from 'lru-cache'
import { deviceOf, type Device } from '../../device.ts'

/** How long a session is not recorded again, in milliseconds. */
const intervalMs = 60_000
const maxRemembered = 20_000

type RecorderParts = {
  seenSessions: Pick<SeenSessions, 'record'>
  clock: Clock
  onFailure: (error: unknown) => void
}

/**
 * Returns a function that records a session when a request or a socket uses it, at most once a minute. A check of an open socket has no
 * `User-Agent`, so the device of its earlier requests is used. Nothing waits for the store. `onFailure` is called with the reason when a
 * session could not be recorded; it is tried again a minute later.
 */
export function sessionRecorder({ seenSessions, clock, onFailure }: RecorderParts): OnSessionUsed {
  const remembered = new LRUCache<string, { at: number; device: Device }>(entriesUpTo(maxRemembered))
  return ({ id: user, token }, userAgent) => {
    const { id, version, issuedAt, expiresAt } = token
    const known = remembered.get(id)
    const now = clock()
    if (known !== undefined && now - known.at < intervalMs) return
    const device = known?.device ?? (userAgent === undefined ? undefined : deviceOf(userAgent))
    if (device === undefined) return
    remembered.set(id, { at: now, device })
    seenSessions.record(user, { id, version, issuedAt, expiresAt, seenAt: now, ...device }).catch(onFailure)
  }
}
