import { create } from 'zustand'

/** The state of this browser's live connection. Times in milliseconds since 1970. */
export type LiveConnection =
  | { state: 'connecting' }
  | { state: 'live'; updatedAt: number }
  /** The socket is connected, but the server has been lagging since then. */
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }

type ConnectionStore = {
  connection: LiveConnection
  /** When the last message arrived, in milliseconds since 1970. */
  lastMessageAt: number | undefined
  paused: boolean
}

export const useLiveConnection = create<ConnectionStore>(() => ({
  connection: { state: 'connecting' },
  lastMessageAt: undefined,
  paused: false,
}))

/** Delays before the first attempts to reconnect, in milliseconds; the last one repeats. */
const reconnectDelays = [1000, 2000, 4000, 8000, 15_000]

/**
 * Returns the delay before the next attempt to reconnect, in milliseconds. `jitter` (0 to 1) spreads the clients of a
 * restarted server over 400 ms.
 */
export const reconnectDelay = (failedAttempts: number, jitter: number): number =>
  (reconnectDelays[failedAttempts] ?? 15_000) + Math.round(jitter * 400)

/** After more failed attempts than this, screens show the connection as offline. The attempts continue. */
export const offlineAfterAttempts = 4

/** Returns the delay before a scheduled resync, in milliseconds. `jitter` (0 to 1) spreads the clients over 2 s. */
export const resyncDelay = (jitter: number): number => 1000 + Math.round(jitter * 2000)

/** A signed-in socket without a message for this long counts as dead: the server sends a heartbeat every 15 seconds. */
export const heartbeatTimeoutMs = 40_000

/** Where in the log something is. The server starts a new epoch when its log was put back to an older copy. */
type Place = { position: string; epoch?: string }

/**
 * Whether a place is later in the log than another one of the same epoch. Positions are decimal text, which may exceed a
 * safe integer.
 */
export const isAfter = (place: Place, other: Place): boolean =>
  !isOtherEpoch(place, other) && BigInt(place.position) > BigInt(other.position)

/**
 * Whether two places belong to different epochs: their positions must not be compared, and the older data has to be loaded
 * again. A server of the previous release does not say its epoch, so a missing one is no difference.
 */
export const isOtherEpoch = (place: Place, other: Place): boolean =>
  place.epoch !== undefined && other.epoch !== undefined && place.epoch !== other.epoch
