import { isAfter, isCompleteUpTo, isOtherEpoch, type LogPosition } from '../position.ts'
import { applyUpdate, completePositionOf, positionOf, type Update } from './apply-update.ts'

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
  isReloadRequired: boolean
  /** A response that has not everything up to there may lack changes. */
  joinedAt: LogPosition | undefined
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
