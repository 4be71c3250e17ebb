import type { status } from '@grpc/grpc-js'

/** What happens to one append. Unless it says otherwise, nothing is stored. */
export type AppendFault =
  /** Fails with this gRPC status, after this many milliseconds. */
  | { kind: 'refuse'; code: status; afterMs?: number }
  /** Reports that the stream is at another revision. */
  | { kind: 'wrong-version'; actual: number }
  /** Stores, and then breaks the connection or never responds. */
  | { kind: 'lose-answer'; how: 'break' | 'hang' }
  /** Stores and responds after this many milliseconds. */
  | { kind: 'late'; milliseconds: number }
  /** Reports that the append is larger than the store accepts. */
  | { kind: 'too-large' }
  /** Stores and responds without a position, as the store sometimes does for a repeat. */
  | { kind: 'no-position' }

/** How a subscription ends: with a gRPC status, or without an error. */
export type SubscriptionEnd = { code: status } | 'end'

/** Calls of the server that can be made to never respond. */
export type UnansweredCall = 'gossip' | 'supported-methods' | 'read' | 'subscribe' | 'append'

/** Which node leads the cluster, as one node sees it: itself, the node at a port, or none during an election. */
export type Leader = 'self' | number | 'none'

export type Faults = ReturnType<typeof createFaults>

/** The faults of a server: none until a spec sets some. */
export function createFaults() {
  const subscriptions = new Set<(drop: SubscriptionEnd) => void>()
  return {
    /** The faults of the next appends, in order. */
    appends: [] as AppendFault[],
    /** How the next reads break, in order: with this gRPC status, after this many events. */
    reads: [] as { code: status; after: number }[],
    /** The gRPC status with which the next removals fail, in order, after they were executed. */
    erasures: [] as { code: status }[],
    silent: new Set<UnansweredCall>(),
    /** Whether subscribers receive the message that they have caught up. */
    hasCaughtUp: true,
    /** Whether subscriptions stay open without receiving events. */
    isStalled: false,
    /** Whether subscriptions begin with events that the subscriber already has. */
    redelivers: false,
    /** Milliseconds that a subscription takes to find its first events. */
    searchMs: 0,
    /** Number of open reads and subscriptions. */
    openCalls: 0,
    /** Number of events that were sent in all reads and subscriptions. */
    sentEvents: 0,
    /** Returns the position that a checkpoint has in place of the true one. */
    checkpointAt: (position: bigint): bigint => position,
    /**
     * Which node leads: this one, the one at a port, to which calls that need a leader are redirected, or none; then this
     * node is not ready for any call.
     */
    leader: 'self' as Leader,
    /** Milliseconds up to which an answer that this node is not ready is delayed; each has its own, random delay. */
    notReadyDelayMs: 0,
    /** Called by the server for each subscription; returns a function that unregisters it. */
    registerSubscription(drop: (how: SubscriptionEnd) => void) {
      subscriptions.add(drop)
      return () => void subscriptions.delete(drop)
    },
    subscriptions: () => subscriptions.size,
    dropSubscriptions(how: SubscriptionEnd) {
      for (const drop of subscriptions) drop(how)
    },
  }
}
