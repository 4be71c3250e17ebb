// How a live message changes live data: compares position and epoch, then applies the rule of the message.

import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import { isAfter, isOtherEpoch, type LogPosition } from '../position.ts'

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

/** How a live message changes the data. */
type MessageRule<Data, Message> = {
  /** Returns the changed data. Call `reload` if the message does not contain everything that is needed. */
  apply: (data: Data, message: Message, reload: () => void) => Data
  /** The message replaces all data, so it also applies if the log was put back. */
  isComplete?: boolean
  /**
   * Names the sequence of a message whose positions belong to another read model than the positions of the data. It is compared
   * with earlier messages of its sequence only.
   */
  sequence?: (message: Message) => string
}

export type MessageRules<Data> = { [Name in MessageName]?: MessageRule<Data, ServerMessages[Name]> }

/** A message with the rule of its name. */
export type Update<Data> = { message: Message; rule: MessageRule<Data, Message> }

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
  { message, rule }: Update<Data>,
  lastOfSequence: Map<string, LogPosition>,
  reload: () => void,
): Data {
  const [at, position] = [positionOf(message), positionOf(data)]
  // It says only that something has changed.
  if (at === undefined) return rule.apply(data, message, reload)
  const isOfOtherEpoch = position !== undefined && isOtherEpoch(at, position)
  // The message contains only what changed in the other epoch.
  if (isOfOtherEpoch && !rule.isComplete) {
    reload()
    return data
  }
  if (rule.sequence) {
    const name = rule.sequence(message)
    const last = lastOfSequence.get(name)
    if (last !== undefined && isAfter(last, at)) return data
    lastOfSequence.set(name, at)
  } else if (position !== undefined && !isOfOtherEpoch && !isAfter(at, position)) return data
  return rule.apply(data, message, reload)
}
