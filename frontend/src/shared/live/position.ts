/** Where in the log something is. The server starts a new epoch when its log was put back to an older copy. */
export type LogPosition = { position: string; epoch?: string | undefined }

/** Whether a position is later in the log than another one of the same epoch. Positions are decimal text, which may exceed a safe integer. */
export const isAfter = (position: LogPosition, other: LogPosition): boolean =>
  !isOtherEpoch(position, other) && BigInt(position.position) > BigInt(other.position)

/**
 * Whether data of a response has everything up to the position that a client receives when it joins a room. Data without a position
 * and positions without an epoch say nothing.
 */
export const isCompleteUpTo = (joinedAt: LogPosition | undefined, data: LogPosition | undefined): boolean =>
  joinedAt?.epoch !== undefined &&
  data !== undefined &&
  data.epoch === joinedAt.epoch &&
  !isAfter(joinedAt, data)

/** Returns the latest of several positions; `undefined` if one is missing or they cannot be compared. */
export function latestPosition(positions: readonly (LogPosition | undefined)[]): LogPosition | undefined {
  let [latest] = positions
  for (const position of positions) {
    if (position === undefined || latest === undefined || isOtherEpoch(position, latest)) return undefined
    if (isAfter(position, latest)) latest = position
  }
  return latest
}

/**
 * Whether two positions belong to different epochs: they must not be compared, and the older data has to be loaded again.
 * A server of the previous release does not say its epoch, so a missing one is not a difference.
 */
export const isOtherEpoch = (position: LogPosition, other: LogPosition): boolean =>
  position.epoch !== undefined && other.epoch !== undefined && position.epoch !== other.epoch
