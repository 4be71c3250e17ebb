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

export type Faults = {
  /** The faults of the next appends, in order. */
  appends: AppendFault[]
  /** How the next reads break, in order: with this gRPC status, after this many events. */
  reads: { code: status; after: number }[]
  /** Whether every read breaks before its first event, as if the store were not reachable. Subscriptions continue. */
  breaksReads: boolean
  /** The gRPC status with which the next removals fail, in order, after they were executed. */
  erasures: { code: status }[]
  silent: Set<UnansweredCall>
  /** Whether subscribers receive the message that they have caught up. */
  hasCaughtUp: boolean
  /** Whether subscriptions stay open without receiving events. */
  isStalled: boolean
  /** Whether subscriptions begin with events that the subscriber already has. */
  redelivers: boolean
  /** Milliseconds that a subscription takes to find its first events. */
  searchMs: number
  /** Number of open reads and subscriptions. */
  openCalls: number
  /** Number of events that were sent in all reads and subscriptions. */
  sentEvents: number
  /** What checkpoints contain: the true position, one far ahead, the largest number, or an older position. */
  checkpoints: 'true' | 'ahead' | 'largest' | 'backwards'
  /**
   * Which node leads: this one, the one at a port, to which calls that need a leader are redirected, or none; then this
   * node is not ready for any call.
   */
  leader: Leader
  /** Milliseconds up to which an answer that this node is not ready is delayed; each has its own, random delay. */
  notReadyDelayMs: number
  /** Called by the server for each subscription; returns a function that unregisters it. */
  registerSubscription(drop: (how: SubscriptionEnd) => void): () => void
  subscriptions(): number
  dropSubscriptions(how: SubscriptionEnd): void
}

/** The faults of a server: none until a spec sets some. */
export function createFaults(): Faults {
  const subscriptions = new Set<(drop: SubscriptionEnd) => void>()
  return {
    appends: [],
    reads: [],
    breaksReads: false,
    erasures: [],
    silent: new Set(),
    hasCaughtUp: true,
    isStalled: false,
    redelivers: false,
    searchMs: 0,
    openCalls: 0,
    sentEvents: 0,
    checkpoints: 'true',
    leader: 'self',
    notReadyDelayMs: 0,
    registerSubscription(drop) {
      subscriptions.add(drop)
      return () => void subscriptions.delete(drop)
    },
    subscriptions: () => subscriptions.size,
    dropSubscriptions(how) {
      for (const drop of subscriptions) drop(how)
    },
  }
}
