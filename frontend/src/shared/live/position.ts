/** Where in the log something is. The server starts a new epoch when its log was put back to an older copy. */
export type LogPosition = { position: string; epoch?: string | undefined }

/**
 * Whether a position is later in the log than another one of the same epoch. Positions are decimal text, which may exceed a
 * safe integer.
 */
export const isAfter = (position: LogPosition, other: LogPosition): boolean =>
  !isOtherEpoch(position, other) && BigInt(position.position) > BigInt(other.position)

/**
 * Whether two positions belong to different epochs: they must not be compared, and the older data has to be loaded again.
 * A server of the previous release does not say its epoch, so a missing one is no difference.
 */
export const isOtherEpoch = (position: LogPosition, other: LogPosition): boolean =>
  position.epoch !== undefined && other.epoch !== undefined && position.epoch !== other.epoch
