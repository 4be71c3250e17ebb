// The delays of the live connection: before reconnects, resyncs and their retries, and until it counts as offline or dead.

/** Delays before the first attempts to reconnect, in milliseconds; the last one repeats. */
const reconnectDelays = [1000, 2000, 4000, 8000, 15_000]

/** After a restart, clients reconnect at random moments within this time, in milliseconds, so that not all load at once. */
const jitterMs = 4000

/**
 * Returns the delay before the next attempt to reconnect, in milliseconds. `failedAttempts` is 0 after the first failure. `jitter` (0 to 1)
 * spreads the clients.
 */
export const reconnectDelay = (failedAttempts: number, jitter: number): number =>
  (reconnectDelays[failedAttempts] ?? 15_000) + Math.round(jitter * jitterMs)

/** After more failed attempts than this, screens show the connection as offline. The attempts continue. */
export const offlineAfterAttempts = 4

/** Returns the delay before a scheduled resync, in milliseconds. `jitter` (0 to 1) spreads the clients. */
export const resyncDelay = (jitter: number): number => 1000 + Math.round(jitter * jitterMs)

/** Delays before a failed resync is repeated, in milliseconds; the last one repeats. */
const resyncRetryDelays = [2000, 4000, 8000, 15_000, 30_000]

/**
 * Returns the delay before a failed resync is repeated, in milliseconds. `failedAttempts` is 1 after the first failure. `jitter` (0 to 1)
 * spreads the clients.
 */
export const resyncRetryDelay = (failedAttempts: number, jitter: number): number =>
  (resyncRetryDelays[failedAttempts - 1] ?? 30_000) + Math.round(jitter * jitterMs)

/** A signed-in socket without a message for this long counts as dead: the server sends a heartbeat every 15 seconds. */
export const heartbeatTimeoutMs = 40_000
