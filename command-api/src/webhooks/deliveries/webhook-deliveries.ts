// Runs the delivery of messages to webhooks, in one process: `collector.ts` queues them, `deliverer.ts` sends them. Receivers may be slow,
// faulty or gone, read models are rebuilt, and the log may be put back to an older copy. So deliveries follow from the log: one process
// holds a lease, follows the log, and stores its position with the queued messages in one step. Ids are derived from webhook and event, so
// reading a part again adds nothing. The process also stores an event by which it recognises the log, so it notices a log that was put
// back.
// - Queues are beside the log, because they change all the time, and are bounded.
// - Messages have names and no email addresses or written texts; `AccountDeleted` removes the messages that name the
//   person. A freeze hides ratings from receivers, too: they often post where participants read.
// - Starts and ends may be set for later, and no event is stored when they come: the process remembers which ones it
//   has announced.
// - A failed message does not delay the messages after it. `Retry-After` pauses the whole webhook; the pause is in
//   memory.
// - Not sent are the history that a restore brings back, an import, a rebuild, and the events before a webhook was
//   created.

import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { collector, LeaseLost, type CollectorDeps } from './collector.ts'
import { deliverer, type DelivererDeps } from './deliverer.ts'
import { queueOf } from './stored-delivery.ts'

type WebhookDeliveriesDeps = Omit<CollectorDeps, 'clock' | 'lease'> &
  Omit<DelivererDeps, 'clock' | 'lease'> & {
    scheduler: Scheduler
    /** An id of this process. */
    holder: string
    broadcast: LivePublisher<Pick<ServerMessages, 'webhooks.changed'>>['publish']
  }

/** How long another process waits after the holder of the lease was killed, and how often the lease is renewed. */
const leaseMs = 10_000
const renewMs = 2_000
const tickMs = 1_000
const cleanupMs = 60 * 60_000

type Session = {
  ending: AbortController
  ended: Promise<void>
  collect: ReturnType<typeof collector>
  deliver: ReturnType<typeof deliverer>
}

/** Starts delivering as soon as this process has the lease: one of all processes delivers. */
export function startWebhookDeliveries(deps: WebhookDeliveriesDeps) {
  const { scheduler, store, holder } = deps
  const lease = leaseIn(store, 'webhooks', holder)
  const clock = scheduler.now
  let session: Session | undefined
  let renewedAt = -Infinity
  let cleanedAt = clock()
  let waiting = 0
  const changed = new Set<string>()

  /** Changes are told once a second, so that a busy receiver does not make every screen fetch all the time. */
  function tellChanges(): void {
    const at = new Date(clock()).toISOString()
    for (const webhook of changed) deps.broadcast(rooms.webhooks, 'webhooks.changed', { webhook, at })
    changed.clear()
  }

  function begin(): Session {
    const ending = new AbortController()
    const own = { ...deps, clock, lease }
    const collect = collector(own)
    const onTried: DelivererDeps['onTried'] = (webhook, outcome) => {
      deps.onTried(webhook, outcome)
      changed.add(webhook)
    }
    const deliver = deliverer({ ...own, onTried }, collect.known)
    const ended = collect
      .follow(ending.signal, (webhooks) => {
        for (const webhook of webhooks) changed.add(webhook)
        deliver.deliverDue(ending.signal)
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted && !(error instanceof LeaseLost)) deps.onError(error)
      })
      .then(() => {
        if (session?.ending === ending) session = undefined
        ending.abort()
      })
    return { ending, ended, collect, deliver }
  }

  async function work(isStopped: () => boolean): Promise<void> {
    const now = clock()
    if (session === undefined || now - renewedAt >= renewMs) {
      if (!(await lease.acquire(leaseMs))) {
        session?.ending.abort()
        session = undefined
        waiting = 0
        return
      }
      renewedAt = now
    }
    if (isStopped()) return
    session ??= begin()
    const { collect, deliver, ending } = session
    await collect.announceTimes()
    deliver.deliverDue(ending.signal)
    const counts = [...(collect.known()?.webhooks.keys() ?? [])].map((id) => store.countWaiting(queueOf(id)))
    waiting = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    if (clock() - cleanedAt < cleanupMs) return
    cleanedAt = clock()
    await collect.removeOld()
  }

  const stopTicks = repeat(scheduler, async (isStopped) => {
    try {
      await work(isStopped)
    } catch (error) {
      if (!(error instanceof LeaseLost)) deps.onError(error)
    }
    tellChanges()
    return tickMs
  })

  return {
    /** Returns the number of deliveries that wait, as of the last second; 0 in a process that does not deliver. */
    waitingCount: () => waiting,
    /** Stops. Deliveries that are under way are sent again by the next process. */
    stop: async (): Promise<void> => {
      await stopTicks()
      const last = session
      session = undefined
      last?.ending.abort()
      await last?.ended
      await last?.deliver.idle()
      await lease.release().catch(() => undefined)
    },
  }
}
