// Sends the deliveries of webhooks that are due; `collector.ts` queues them. A webhook has one delivery under way at a time, so that none
// waits for another's receiver.

import { webhookAddressError, type AllowedAddresses } from '@thirty/contracts/webhooks/webhook-address.ts'
import { maxKeptDeliveries, pingType } from '@thirty/contracts/webhooks/webhooks.ts'
import type { Entry } from '@thirty/infra/entry-store/entry-store.ts'
import { signatureHeaders } from '@thirty/infra/webhooks/signature.ts'
import type { SendWebhook } from '@thirty/infra/webhooks/webhook-sender.ts'
import type { WebhookState } from '@thirty/contracts/webhooks/recorded-webhooks.ts'
import type { WebhookSecrets } from '../webhook-secrets.ts'
import type { Collector, CollectorDeps } from './collector.ts'
import {
  afterTry,
  evolveReceiver,
  hasFailedTooLong,
  parseDelivery,
  parseReceiverState,
  queueOf,
  receiverEntry,
  receiversGroup,
  retryAfterMs,
  type StoredDelivery,
  type TryOutcome,
} from './stored-delivery.ts'

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
