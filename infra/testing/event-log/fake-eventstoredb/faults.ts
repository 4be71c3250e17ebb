import type { status } from '@grpc/grpc-js'

/** What happens to one append: nothing is stored, except where it says so. */
export type AppendFault =
  /** Answers with this gRPC status. */
  | { kind: 'refuse'; code: status }
  /** Answers that the stream is at another revision. */
  | { kind: 'wrong-version'; actual: number }
  /** Stores, and then breaks the connection, or never answers. */
  | { kind: 'lose-answer'; how: 'break' | 'hang' }
  /** Stores and answers after so many milliseconds. */
  | { kind: 'late'; milliseconds: number }
  /** Answers that the append is larger than the store takes. */
  | { kind: 'too-large' }
  /** Stores and answers as a repeat sometimes is: without a position. */
  | { kind: 'no-position' }

/** How a subscription ends: with a gRPC status, or cleanly, without an error. */
export type SubscriptionEnd = { code: status } | 'end'

/** Which of the server's calls never answer. */
export type UnansweredCall = 'supported-methods' | 'read' | 'subscribe' | 'append'

/** What goes wrong, on demand. Everything goes well until a spec says otherwise. */
export function createFaults() {
  const subscriptions = new Set<(drop: SubscriptionEnd) => void>()
  const settings: {
    appends: AppendFault[]
    reads: { code: status; after: number }[]
    erasures: { code: status }[]
    silent: Set<UnansweredCall>
    hasCaughtUp: boolean
    isDeaf: boolean
    repeats: boolean
    search: number
    open: number
    sent: number
    checkpoints: 'true' | 'ahead' | 'largest' | 'backwards'
    leaderPort: number | undefined
  } = {
    /** The faults of the next appends, in order. */
    appends: [],
    /** How the next reads break, in order: with this gRPC status, after so many events. */
    reads: [],
    /** The gRPC status with which the next removals are answered, in order, after they were done. */
    erasures: [],
    silent: new Set(),
    /** Whether subscribers are told that they have caught up. */
    hasCaughtUp: true,
    /** Whether subscriptions stay open and hear of nothing any more. */
    isDeaf: false,
    /** Whether subscriptions begin with what the subscriber already has. */
    repeats: false,
    /** Milliseconds that a subscription takes to find its first events. */
    search: 0,
    /** How many reads and subscriptions are open, and how many events were sent on all that there were. */
    open: 0,
    sent: 0,
    /** What checkpoints say: the position handed out, one far ahead, the largest number, or an older position. */
    checkpoints: 'true',
    /** Set while another node leads: then calls that need a leader are sent there. */
    leaderPort: undefined,
  }
  return Object.assign(settings, {
    /** Called by the server for each subscription; answers how to forget it. */
    opened(drop: (how: SubscriptionEnd) => void): () => void {
      subscriptions.add(drop)
      return () => void subscriptions.delete(drop)
    },
    subscriptions: () => subscriptions.size,
    dropSubscriptions(how: SubscriptionEnd) {
      for (const drop of subscriptions) drop(how)
    },
  })
}

export type Faults = ReturnType<typeof createFaults>
