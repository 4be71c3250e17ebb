// Delivers messages to webhooks, in one process: `collector.ts` queues them, and the ones that are due are sent from here. Receivers may be
// slow, faulty or gone, read models are rebuilt, and the log may be put back to an older copy. So deliveries follow from the log: one
// process holds a lease, follows the log, and stores its position with the queued messages in one step. Ids are derived from webhook and
// event, so reading a part again adds nothing. The process also stores an event by which it recognises the log, so it notices a log that was
// put back.
// - Queues are beside the log, because they change all the time, and are bounded.
// - Messages have names and no email addresses or written texts; `AccountDeleted` removes the messages that name the
//   person. A freeze hides ratings from receivers, too: they often post where participants read.
// - Starts and ends may be set for later, and no event is stored when they come: the process remembers which ones it
//   has announced.
// - A webhook has one delivery under way at a time, so that none waits for another's receiver. A failed message does not delay the messages
//   after it. `Retry-After` pauses the whole webhook; the pause is in memory.
// - Not sent are the history that a restore brings back, an import, a rebuild, and the events before a webhook was
//   created.

import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { webhookAddressError, type AllowedAddresses } from '@thirty/contracts/webhooks/webhook-address.ts'
import { maxKeptDeliveries, pingType } from '@thirty/contracts/webhooks/webhooks.ts'
import type { WebhookState } from '@thirty/contracts/webhooks/events.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { Entry } from '@thirty/infra/entry-store/entry-store.ts'
import { signatureHeaders } from '@thirty/infra/webhooks/signature.ts'
import type { SendWebhook } from '@thirty/infra/webhooks/webhook-sender.ts'
import type { WebhookSecrets } from '../webhook-secrets.ts'
import { collector, LeaseLost, type CollectorDeps, type Collector } from './collector.ts'
import {
  queueOf,
  afterTry,
  evolveReceiver,
  hasFailedTooLong,
  parseDelivery,
  parseReceiverState,
  receiverEntry,
  receiversGroup,
  retryAfterMs,
  type StoredDelivery,
  type TryOutcome,
} from './stored-delivery.ts'

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
  collect: Collector
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

export type DelivererDeps = Pick<CollectorDeps, 'store' | 'clock' | 'lease'> & {
  send: SendWebhook
  secrets: WebhookSecrets
  allowed: AllowedAddresses
  /** Returns a number from 0 to 1. */
  random: () => number
  onTried: (webhook: string, outcome: TryOutcome) => void
  /**
   * Turns a webhook off. `since`: the time of the try, in milliseconds since 1970. Returns `false` if it was off, or was turned on or
   * got another address since.
   */
  turnOff: (webhook: string, reason: 'failing' | 'gone', since: number) => Promise<boolean>
  onError: (error: unknown) => void
}

export function deliverer(deps: DelivererDeps, known: Collector['known']) {
  const { store, clock, lease, send, secrets, allowed, random } = deps
  const busy = new Map<string, Promise<void>>()

  /**
   * Until when webhooks get nothing, unless they are changed: their receiver has said so, or they were turned off here, which the collector
   * has not read yet. Another process asks a receiver once more.
   */
  const pauses = new Map<string, { until: number; of: WebhookState }>()

  function isPaused({ id, isOn, triedSince }: WebhookState): boolean {
    const { until = 0, of } = pauses.get(id) ?? {}
    return clock() < until && of?.isOn === isOn && of.triedSince === triedSince
  }

  async function deliverTo(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const entry = await store.nextDue(queueOf(id), clock())
      const webhook = known()?.webhooks.get(id)
      if (entry === undefined || webhook === undefined || isPaused(webhook)) return
      const delivery = parseDelivery(entry)
      if (delivery === undefined) await store.remove(queueOf(id), [entry.id])
      else if (!(await deliverEntry(webhook, entry, delivery, signal))) return
    }
  }

  /** Tries a delivery once. Returns `false` if what came of it could not be stored. */
  async function deliverEntry(
    webhook: WebhookState,
    entry: Entry,
    delivery: StoredDelivery,
    signal: AbortSignal,
  ): Promise<boolean> {
    const startedAt = clock()
    const result = await trySending(webhook, entry.id, delivery, signal)
    const now = clock()
    pauses.set(webhook.id, { until: now + retryAfterMs(result, now), of: webhook })
    const isRetried = webhook.isOn && delivery.type !== pingType
    const {
      delivery: document,
      due,
      outcome,
    } = afterTry(delivery, { result, startedAt, now, random: random(), isRetried })
    const before = await store.load(receiversGroup, webhook.id)
    const state = evolveReceiver(parseReceiverState(before?.document, webhook), outcome, now)
    const place = { group: queueOf(webhook.id), id: entry.id }
    // A delivery that was removed meanwhile does not come back.
    const isStored = await store.put(
      [{ ...place, due, document }, receiverEntry(webhook.id, state)],
      [lease.held, place],
    )
    if (isStored && due === null) await store.removeFinished(place.group, maxKeptDeliveries)
    deps.onTried(webhook.id, outcome)
    const reason = outcome === 'gone' ? 'gone' : hasFailedTooLong(state, now) ? 'failing' : undefined
    if (isStored && reason !== undefined && (await deps.turnOff(webhook.id, reason, startedAt)))
      pauses.set(webhook.id, { until: Infinity, of: webhook })
    return isStored
  }

  async function trySending(
    webhook: WebhookState,
    id: string,
    { body }: StoredDelivery,
    signal: AbortSignal,
  ) {
    const opened = secrets.openAt(webhook, clock())
    const unsent = { status: null, retryAfter: null, response: '', durationMs: 0 }
    if (opened === undefined) return { ...unsent, error: 'unreadable' } as const
    // The configuration may allow less than when the address was entered.
    if (webhookAddressError(opened.address, allowed) !== undefined)
      return { ...unsent, error: 'address' } as const
    const timestamp = Math.floor(clock() / 1_000)
    const headers = signatureHeaders({ id, timestamp, body }, opened.secrets)
    return send({ address: opened.address, body, headers }, signal)
  }

  return {
    /** Sends what is due, unless it is under way already. Returns at once. */
    deliverDue: (signal: AbortSignal): void => {
      for (const id of known()?.webhooks.keys() ?? []) {
        if (busy.has(id)) continue
        const work = deliverTo(id, signal)
          .catch((error: unknown) => {
            if (!signal.aborted) deps.onError(error)
          })
          .finally(() => busy.delete(id))
        busy.set(id, work)
      }
    },
    /** Resolves when no delivery is under way. */
    idle: async (): Promise<void> => {
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}
