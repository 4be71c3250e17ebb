// Queues the deliveries of webhooks: reads the log and stores a delivery for each message. `webhook-deliveries.ts` sends them.

import { isDeepStrictEqual } from 'node:util'
import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { webhookEvents } from '@thirty/contracts/webhooks/events.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { userIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { challengeStream, webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import {
  keptDeliveryMs,
  maxKeptDeliveries,
  maxWaitingDeliveries,
} from '@thirty/contracts/webhooks/webhooks.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import {
  beginning,
  LogReplaced,
  seenEvent,
  type Batch,
  type EventLog,
  type RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvent, hasHistory } from '@thirty/infra/event-log/seen-history.ts'
import type { Entry, EntryStore, NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import type { Lease } from '@thirty/infra/entry-store/lease.ts'
import type { Commands } from '../../fold.ts'
import { keyedMutex } from '../../keyed-mutex.ts'
import {
  announce,
  announcedBy,
  evolveKnown,
  loadKnown,
  loadProgress,
  progressEntry,
  type Known,
  type Progress,
  announcementOf,
  messageOf,
} from './messages.ts'
import {
  deliveryId,
  newDelivery,
  parseDelivery,
  queueOf,
  receiverEntry,
  receiversGroup,
  type Message,
  type StoredDelivery,
} from './stored-delivery.ts'

export type CollectorDeps = {
  log: Pick<EventLog, 'read' | 'readAll' | 'readBackwards' | 'subscribe' | 'head' | 'compareEvent'>
  store: EntryStore
  commands: Pick<Commands, 'load'>
  clock: Clock
  timeZone: string
  lease: Pick<Lease, 'held'>
  /** The log was put back to an older copy: what it has now is not sent. */
  onLogReplaced: (error: LogReplaced) => void
}

export type Collector = ReturnType<typeof collector>

type State = { known: Known; progress: Progress }
type QueuedEntry = NewEntry & { webhook: string }

/** Another process delivers by now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const streams = [webhooksStream, challengeStream, 'project-', 'user-', 'deleted-']
/** After how many events without a delivery the progress is stored, so that the next start reads few of them again. */
const eventsBetweenStores = 500
const allEntries = Number.MAX_SAFE_INTEGER

/** Every method throws `StoreUnavailable`, `LogUnavailable` and `LeaseLost`. */
export function collector(deps: CollectorDeps) {
  const { log, store, commands, clock, timeZone, lease } = deps
  const mutex = keyedMutex()
  /** Events and times are queued one after the other, because both store the progress. */
  const exclusively = <Result>(work: () => Promise<Result>) => mutex('progress', work)
  let state: State | undefined
  let isCaughtUp = false
  let unstored = 0

  function current(): State {
    if (state === undefined) throw new Error('The log is not followed yet.')
    return state
  }

  async function begin(): Promise<State> {
    // Listed before the log is read: a receiver whose webhook is unknown after that belongs to another history of the log.
    const { entries: receivers } = await store.list(receiversGroup)
    const stored = await loadProgress(store)
    const seen = stored?.seen ? [stored.seen] : []
    const isSameLog =
      stored !== undefined && (await hasHistory(log, { upTo: stored.position, events: seen }, streams))
    if (stored !== undefined && !isSameLog) deps.onLogReplaced(new LogReplaced(stored))
    const begun = isSameLog
      ? { known: await loadKnown(log, stored.position), progress: stored }
      : await beginHere()
    for (const { id } of receivers) if (!begun.known.webhooks.has(id)) await forget(id)
    return begun
  }

  async function forget(webhook: string): Promise<void> {
    await store.removeGroup(queueOf(webhook))
    await store.remove(receiversGroup, [webhook])
  }

  /** Begins at the end of the log: earlier events are not sent. */
  async function beginHere(): Promise<State> {
    const seen = await newestEvent(log)
    const position = seen?.position ?? beginning
    const known = await loadKnown(log, position)
    const progress = {
      position,
      // A log that is put back before anything else happens is recognised by it.
      ...(seen && { seen }),
      announced: announcedBy({ runs: known.challenge.runs, now: clock(), timeZone }),
    }
    await enqueue([], progress)
    return { known, progress }
  }

  async function enqueue(entries: readonly QueuedEntry[], next: Progress): Promise<void> {
    // Every queue has its receiver, by which it is found again after the log was put back.
    const receivers = entries.map(({ webhook }) => ({ ...receiverEntry(webhook), onlyNew: true }))
    const isStored = await store.put([...entries, ...receivers, progressEntry(next)], [lease.held])
    if (!isStored) throw new LeaseLost()
    unstored = 0
  }

  async function settle(webhook: string, count: number, state: StoredDelivery['state']): Promise<void> {
    const group = queueOf(webhook)
    for (const entry of await store.listWaiting(group, count)) {
      const { id } = entry
      const delivery = parseDelivery(entry)
      if (delivery === undefined) await store.remove(group, [id])
      else
        await store.put(
          [{ group, id, due: null, document: { ...delivery, state } }],
          [lease.held, { group, id }],
        )
    }
    await store.removeFinished(group, maxKeptDeliveries)
  }

  const entriesOf = (message: Message, { webhooks }: Known): QueuedEntry[] =>
    receivers(message.type, webhooks).map((webhook) => {
      const now = clock()
      const id = deliveryId(webhook, message)
      const document = newDelivery(message, now)
      return { webhook, group: queueOf(webhook), id, due: now, document, onlyNew: true }
    })

  async function removeWhere(webhook: string, condition: (entry: Entry) => boolean): Promise<void> {
    const { entries } = await store.list(queueOf(webhook))
    const ids = entries.filter(condition).map(({ id }) => id)
    await store.remove(queueOf(webhook), ids)
  }

  /** Applies what an event means for deliveries that wait already. Returns the webhooks whose deliveries it may change. */
  async function applyToWaiting(event: RecordedEvent, { webhooks }: Known): Promise<string[]> {
    if (isEventOf(deletionEvents, event)) {
      const user = userIdFromStream(event.stream) ?? ''
      for (const webhook of webhooks.keys())
        await removeWhere(webhook, (entry) => parseDelivery(entry)?.subjects.includes(user) ?? true)
      return [...webhooks.keys()]
    }
    if (!isEventOf(webhookEvents, event)) return []
    const { webhook } = event.data
    if (!webhooks.has(webhook)) await forget(webhook)
    else if (webhooks.get(webhook)?.isOn === false) await settle(webhook, allEntries, 'cancelled')
    return [webhook]
  }

  /** Queues the deliveries of an event. Returns the webhooks that may have other deliveries now. */
  async function applyEvent(event: RecordedEvent): Promise<string[]> {
    const { known: before, progress } = current()
    const run = currentRun(before.challenge.runs)
    const announcement = announcementOf(event, run)
    const isReceived = announcement && receivers(announcement.type, before.webhooks).length > 0
    const entries = isReceived ? entriesOf(await messageOf(announcement, run, commands), before) : []
    const known = evolveKnown(before, event)
    const changed = [...entries.map(({ webhook }) => webhook), ...(await applyToWaiting(event, known))]
    const { runs } = known.challenge
    // The start and the end of a run that continues from a backup are old.
    const isOtherRun = currentRun(runs).run !== run.run
    const announced = isOtherRun ? announcedBy({ runs, now: clock(), timeZone }) : progress.announced
    const reached = { position: event.position, seen: seenEvent(event), announced }
    // Otherwise the next start would apply it again, also to what was queued since.
    if (changed.length > 0) await enqueue(entries, reached)
    state = { known, progress: reached }
    return changed
  }

  async function applyBatch({ events, position, newest }: Batch): Promise<Set<string>> {
    const changed = new Set<string>()
    unstored += events.length
    for (const event of events) for (const webhook of await applyEvent(event)) changed.add(webhook)
    for (const webhook of changed) {
      const surplus = (await store.countWaiting(queueOf(webhook))) - maxWaitingDeliveries
      if (surplus > 0) await settle(webhook, surplus, 'dropped')
    }
    const { known, progress } = current()
    // Of another stream, it also shows that the log was put back to a copy from between the last event and the position.
    const reached = { ...progress, position, ...(newest && { seen: seenEvent(newest) }) }
    if (changed.size > 0 || unstored >= eventsBetweenStores) await enqueue([], reached)
    state = { known, progress: reached }
    return changed
  }

  /** Follows the log until `signal` is aborted. `onChange` is called after each batch with the webhooks that may have new deliveries. */
  async function follow(signal: AbortSignal, onChange: (webhooks: readonly string[]) => void): Promise<void> {
    state = await begin()
    try {
      const { position: after, seen } = state.progress
      const range = { after, ...(seen !== undefined && { seen }), streams, signal, batch: 200 }
      for await (const batch of log.subscribe(range)) {
        const changed = await exclusively(() => applyBatch(batch))
        isCaughtUp ||= batch.caughtUp
        if (changed.size > 0) onChange([...changed])
      }
    } catch (error) {
      // At once, so that what happens until the log is followed again is sent, too.
      if (error instanceof LogReplaced) state = await exclusively(begin)
      throw error
    } finally {
      isCaughtUp = false
    }
  }

  return {
    follow,
    /** Queues messages about a start or an end that has come. */
    announceTimes: () =>
      exclusively(async () => {
        if (!isCaughtUp) return
        const { known, progress } = current()
        const moment = { runs: known.challenge.runs, now: clock(), timeZone, position: progress.position }
        const { messages, after } = announce(progress.announced, moment)
        if (isDeepStrictEqual(after, progress.announced)) return
        const entries = messages.flatMap((message) => entriesOf(message, known))
        await enqueue(entries, { ...progress, announced: after })
        state = { known, progress: { ...progress, announced: after } }
      }),
    removeOld: async (): Promise<void> => {
      const oldest = clock() - keptDeliveryMs
      for (const webhook of state?.known.webhooks.keys() ?? [])
        await removeWhere(
          webhook,
          (entry) => entry.due === null && (parseDelivery(entry)?.createdAt ?? -Infinity) < oldest,
        )
    },
    /** The webhooks as far as the log was read; `undefined` until everything in it at the start was. */
    known: (): Known | undefined => (isCaughtUp ? state?.known : undefined),
  }
}

/** Returns the webhooks that receive messages of a type. */
const receivers = (type: string, webhooks: Known['webhooks']): string[] =>
  [...webhooks.values()].flatMap(({ id, isOn, types }) => (isOn && types.includes(type) ? [id] : []))
