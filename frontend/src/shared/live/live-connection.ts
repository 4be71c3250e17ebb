import { create } from 'zustand'

/** How this browser is tied to the server's live messages. Times in milliseconds since 1970. */
export type LiveConnection =
  | { state: 'connecting' }
  | { state: 'live'; updatedAt: number }
  /** The line holds, but the server itself has heard nothing new since then. */
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }

type ConnectionStore = {
  connection: LiveConnection
  /** When a message last arrived; lists say "as of" this when the line is dead. */
  lastMessageAt: number | undefined
  paused: boolean
}

export const useLiveConnection = create<ConnectionStore>(() => ({
  connection: { state: 'connecting' },
  lastMessageAt: undefined,
  paused: false,
}))

/** Waits before the next try, in milliseconds; the last one repeats. */
const ladder = [1000, 2000, 4000, 8000, 15_000]

/** Wait before try number `tries` (from 0). Spread a little, so that a restarted server is not met by everybody at once. */
export const reconnectDelay = (tries: number, chance: number): number =>
  (ladder[tries] ?? 15_000) + Math.round(chance * 400)

/** From this many failed tries on, the line counts as dead and screens say so; tries go on all the same. */
export const offlineAfterAttempts = 4

/** Wait, in milliseconds, before everything is fetched anew because the server says so: it says so to everybody at once. */
export const resyncDelay = (chance: number): number => 1000 + Math.round(chance * 2000)

/** Silence on a signed-in line after which it counts as dead: the server speaks every 15 seconds even when nothing happens. */
export const heartbeatTimeoutMs = 40_000

/** Whether a position of the log lies behind another one. Both are decimal text, possibly larger than a number can say. */
export const isPositionAfter = (position: string, other: string): boolean => BigInt(position) > BigInt(other)
