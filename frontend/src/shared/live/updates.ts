// How live messages and responses change live data: compares position and epoch, then applies the rule of the message.

import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import { isAfter, isOtherEpoch, isCompleteUpTo, type LogPosition } from './position.ts'

/** Fields of data. Without a position it is compared by the order of arrival only. */
type KnownFields = {
  position?: string | undefined
  epoch?: string | undefined
  /** Where the response was in the log, if the messages that change the data are of other read models. */
  loadedAt?: LogPosition
  /** Where the next page of a list begins; null after the last one. */
  nextCursor?: string | null
}

export type MessageName = keyof ServerMessages
export type Message = ServerMessages[MessageName]

/** How a live message changes the data: returns the changed data. Call `reload` if the message does not contain everything that is needed. */
type Change<Data, Message> = (data: Data, message: Message, reload: () => void) => Data

/** The rule for a message that replaces all data, or whose positions cannot be compared with the position of the data. */
type MessageRule<Data, Message> = {
  change: Change<Data, Message>
  /** The message replaces all data, so it also applies if the log was put back. */
  isComplete?: boolean
  /**
   * Names the sequence of a message whose positions belong to another read model than the positions of the data. It is compared
   * with earlier messages of its sequence only. Default for data without a position: the name of the message.
   */
  sequence?: (message: Message) => string
}

export type MessageRules<Data> = {
  [Name in MessageName]?: Change<Data, ServerMessages[Name]> | MessageRule<Data, ServerMessages[Name]>
}

/** A message with its name and the rule of the name. */
export type Update<Data> = {
  name: MessageName
  message: Message
  rule: Change<Data, Message> | MessageRule<Data, Message>
}

/** Returns the position of a response, of data or of a message; undefined if it has none. */
export function positionOf(data: unknown): LogPosition | undefined {
  if (!isObject(data)) return undefined
  const { position, epoch } = data
  return position === undefined ? undefined : { position, epoch }
}

/** Returns up to where a response has everything; undefined if it does not say. */
export const completePositionOf = (data: unknown): LogPosition | undefined =>
  positionOf(data) ?? (isObject(data) ? data.loadedAt : undefined)

/** Returns where the next page of a list begins; undefined for data that is complete. */
export const nextCursorOf = (data: unknown): string | undefined =>
  isObject(data) ? (data.nextCursor ?? undefined) : undefined

/** These fields have the same meaning in all responses and messages. */
const isObject = (data: unknown): data is KnownFields => typeof data === 'object' && data !== null

/**
 * Returns the data after a message; the same data if the message is older. If it belongs to another epoch and is not complete,
 * calls `reload` and returns the same data. `lastOfSequence` keeps the last applied message of each sequence of a store.
 */
export function applyUpdate<Data>(
  data: Data,
  { name, message, rule }: Update<Data>,
  lastOfSequence: Map<string, LogPosition>,
  reload: () => void,
): Data {
  const { change, isComplete, sequence }: MessageRule<Data, Message> =
    typeof rule === 'function' ? { change: rule } : rule
  const [at, position] = [positionOf(message), positionOf(data)]
  // It says only that something has changed.
  if (at === undefined) return change(data, message, reload)
  const isOfOtherEpoch = position !== undefined && isOtherEpoch(at, position)
  // The message contains only what changed in the other epoch.
  if (isOfOtherEpoch && !isComplete) {
    reload()
    return data
  }
  if (sequence || position === undefined) {
    const nameOfSequence = sequence?.(message) ?? name
    const last = lastOfSequence.get(nameOfSequence)
    if (last !== undefined && isAfter(last, at)) return data
    lastOfSequence.set(nameOfSequence, at)
  } else if (!isOfOtherEpoch && !isAfter(at, position)) return data
  return change(data, message, reload)
}

/** What is known when a request is sent, and what happens until its response. */
export type Load<Data> = {
  /** The position of the data on screen. */
  shown: LogPosition | undefined
  /** The position of what was shown last of any key. */
  latest: LogPosition | undefined
  /** The last applied message of each sequence when the request was sent. */
  lastOfSequence: ReadonlyMap<string, LogPosition>
  /** The messages since the request. */
  updates: Update<Data>[]
  isReloadRequired?: boolean
  /** A response that has not everything up to there may lack changes. */
  joinedAt?: LogPosition
}

/**
 * Returns the data of a response: combined with that on screen, and changed by the messages since its request. Returns undefined
 * if it is older than the data on screen. Marks a load whose response may lack changes.
 */
export function applyResponse<Data>(
  response: Data,
  load: Load<Data>,
  lastOfSequence: Map<string, LogPosition>,
  merge: (response: Data) => Data,
): Data | undefined {
  const position = positionOf(response)
  const isOlderThan = (other: LogPosition | undefined) =>
    other !== undefined && position !== undefined && isAfter(other, position)
  if (load.joinedAt && !isCompleteUpTo(load.joinedAt, completePositionOf(response)))
    load.isReloadRequired = true
  // A process that lags behind has responded.
  if (isOlderThan(load.latest)) load.isReloadRequired = true
  if (isOlderThan(load.shown)) return undefined
  // The data on screen has the messages since the request already, the response has not.
  lastOfSequence.clear()
  const isOfOtherEpoch = position && load.shown && isOtherEpoch(position, load.shown)
  if (!isOfOtherEpoch) for (const [name, last] of load.lastOfSequence) lastOfSequence.set(name, last)
  return load.updates.reduce(
    (data, update) => applyUpdate(data, update, lastOfSequence, () => void (load.isReloadRequired = true)),
    merge(response),
  )
}
