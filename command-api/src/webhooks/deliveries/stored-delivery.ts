// What is stored of deliveries, each made of a message and changed by each try to send it, and what the tries say about their receivers.

import { hash } from 'node:crypto'
import { delivery, deliveryState, deliveryTry, type Delivery } from '@thirty/contracts/webhooks/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import type { WebhookData } from '@thirty/contracts/webhooks/payloads-api.ts'
import {
  maxResponseExcerpt,
  maxRetryAfterMs,
  pingType,
  webhookFailingMs,
  webhookRetryDelay,
  webhookSchemaVersion,
  webhookTypes,
} from '@thirty/contracts/webhooks/webhooks.ts'
import type { SendResult } from '@thirty/infra/webhooks/webhook-sender.ts'
import type { Entry, NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import { z } from 'zod'
import { isoTime, isoTimeOrNull } from '@thirty/contracts/iso-time.ts'

/** How many tries of a delivery are kept. */
const maxKeptTries = 12

/** What is stored of a delivery. `round`: tries since it was queued or last sent again. `subjects`: the people that its body names. */
export const storedDelivery = z.object({
  type: z.enum([...webhookTypes, pingType]),
  state: deliveryState,
  createdAt: z.number(),
  body: z.string(),
  subjects: z.array(z.string()),
  tries: z.array(deliveryTry),
  tryCount: z.int(),
  round: z.int(),
})
export type StoredDelivery = z.infer<typeof storedDelivery>

/** A message before it is stored. `at`: when it happened (ISO). `suffix` tells messages at one position apart. */
export type Message = {
  type: keyof WebhookData
  data: WebhookData[keyof WebhookData]
  at: string
  position: bigint
  suffix: string
  subjects: string[]
}

/** The group of entries with the deliveries of a webhook. */
export const queueOf = (webhook: string): string => `webhook:${webhook}`
/** The group with what is known about the receivers, by webhook. */
export const receiversGroup = 'webhook-receivers'

const positionDigits = 20

/** Returns the `webhook-id` of a message: the same for the same message, in the order of the log. */
export const deliveryId = (
  webhook: string,
  { position, suffix }: Pick<Message, 'position' | 'suffix'>,
): string => {
  const digits = (position < 0n ? 0n : position).toString().padStart(positionDigits, '0')
  return `msg_${digits}_${suffix.slice(0, 1)}${hash('sha256', `${webhook} ${suffix}`).slice(0, 12)}`
}

/** Returns a delivery of a message that is due now. */
export function newDelivery(message: Message, now: number): StoredDelivery {
  const { type, data, at, position, subjects } = message
  const payload = { type, schemaVersion: webhookSchemaVersion, timestamp: at, position: `${position}`, data }
  return {
    type,
    state: 'waiting',
    createdAt: now,
    body: JSON.stringify(payload),
    subjects,
    tries: [],
    tryCount: 0,
    round: 0,
  }
}

/** `gone`: the receiver wants no more messages. */
export type TryOutcome = 'delivered' | 'retried' | 'failed' | 'gone'

type FinishedTry = {
  /** `unreadable`: it was not sent, because the address cannot be decrypted. */
  result: Omit<SendResult, 'error'> & { error: SendResult['error'] | 'unreadable' }
  startedAt: number
  now: number
  random: number
  /** Whether a failure is followed by retries; a test event has none. */
  isRetried: boolean
}

/** Returns a delivery after a try, when it is due again, and what came of the try. */
export function afterTry(
  delivery: StoredDelivery,
  { result, startedAt, now, random, isRetried }: FinishedTry,
): { delivery: StoredDelivery; due: number | null; outcome: TryOutcome } {
  const { status, error, durationMs } = result
  const round = delivery.round + 1
  const tries = [
    { at: isoTime(startedAt), durationMs, status, error, response: excerpt(result.response) },
    ...delivery.tries,
  ].slice(0, maxKeptTries)
  const after = { ...delivery, round, tries, tryCount: delivery.tryCount + 1 }
  const end = (state: StoredDelivery['state'], outcome: TryOutcome) => ({
    delivery: { ...after, state },
    due: null,
    outcome,
  })
  // A receiver that answered has the message, even if the rest of its answer was cut.
  if (status !== null && status >= 200 && status < 300) return end('delivered', 'delivered')
  if (status === 410) return end('failed', 'gone')
  const delay = isRetried ? webhookRetryDelay(round, random) : undefined
  if (delay === undefined) return end('failed', 'failed')
  const due = now + Math.max(delay, retryAfterMs(result, now))
  return { delivery: { ...after, state: 'waiting' }, due, outcome: 'retried' }
}

/** Answers with which a receiver can say when to come back: it gets too many requests, or is not available. */
const statuses: readonly (number | null)[] = [429, 503]

/**
 * Returns for how many milliseconds a receiver wants no messages, at most an hour; 0 if it does not say, or says nothing that makes
 * sense. `now` in milliseconds since 1970.
 */
export function retryAfterMs(
  { status, retryAfter }: Pick<SendResult, 'status' | 'retryAfter'>,
  now: number,
): number {
  if (!statuses.includes(status) || retryAfter === null) return 0
  const wanted = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : httpDate(retryAfter) - now
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), maxRetryAfterMs)
}

/** Parses dates such as "Wed, 04 Mar 2026 09:00:00 GMT" only: `Date.parse` also makes something of "1.5". Otherwise NaN. */
const httpDate = (text: string): number =>
  /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN

/** Returns the stored delivery of an entry; `undefined` if another release stored it in another form. */
export const parseDelivery = ({ document }: Pick<Entry, 'document'>): StoredDelivery | undefined =>
  storedDelivery.safeParse(document).data

export const describeDelivery = ({ id, due }: Entry, stored: StoredDelivery): Delivery =>
  fieldsOf(delivery, {
    ...stored,
    id,
    createdAt: isoTime(stored.createdAt),
    nextTryAt: isoTimeOrNull(due),
  })

/** The beginning of a response, without characters that cannot be shown. */
const excerpt = (text: string): string =>
  Array.from(text.slice(0, maxResponseExcerpt * 4).replaceAll(/[^\P{C}\n\t]/gu, '\u{fffd}'))
    .slice(0, maxResponseExcerpt)
    .join('')

/** What is known about the receiver of a webhook. Times in milliseconds since 1970. `failed`: deliveries that were given up. */
export const receiverState = z.object({
  failingSince: z.number().nullable().default(null),
  lastSuccessAt: z.number().nullable().default(null),
  lastTryAt: z.number().nullable().default(null),
  delivered: z.int().default(0),
  failed: z.int().default(0),
})
export type ReceiverState = z.infer<typeof receiverState>

const unknownReceiver = receiverState.parse({})

/** Returns what is stored about the receiver of a webhook; without a state, as if nothing was sent to it yet. */
export const receiverEntry = (webhook: string, state: ReceiverState = unknownReceiver): NewEntry => ({
  group: receiversGroup,
  id: webhook,
  due: null,
  document: state,
})

/** Returns the stored state. Failures before `triedSince` do not count. */
export function parseReceiverState(stored: unknown, { triedSince }: { triedSince: number }): ReceiverState {
  const state = receiverState.safeParse(stored).data ?? unknownReceiver
  const isOutdated = state.failingSince !== null && state.failingSince < triedSince
  return isOutdated ? { ...state, failingSince: null } : state
}

export function evolveReceiver(state: ReceiverState, outcome: TryOutcome, now: number): ReceiverState {
  const delivered = state.delivered + 1
  if (outcome === 'delivered')
    return { ...state, failingSince: null, lastSuccessAt: now, lastTryAt: now, delivered }
  const failed = state.failed + (outcome === 'retried' ? 0 : 1)
  return { ...state, failingSince: state.failingSince ?? now, lastTryAt: now, failed }
}

/** Whether a receiver has failed for so long that its webhook is turned off. */
export const hasFailedTooLong = ({ failingSince }: ReceiverState, now: number): boolean =>
  failingSince !== null && now - failingSince >= webhookFailingMs
