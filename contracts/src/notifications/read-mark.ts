/**
 * What a user has read of their notifications: all up to a position of the log, and single ones after it. Positions are decimal
 * text, in ascending order; `single` is missing while there is none.
 */
export type ReadMark = { upTo: string; single?: readonly string[] | undefined }

/** More single ones are not kept: the mark rises to the earliest. */
export const maxSingleMarks = 200

export const nothingRead: ReadMark = { upTo: '-1' }

export const isRead = ({ upTo, single = [] }: ReadMark, position: string): boolean =>
  BigInt(position) <= BigInt(upTo) || single.includes(position)

/** Returns the mark after everything up to a position was read. It never falls. */
export function withReadUpTo(mark: ReadMark, upTo: string): ReadMark {
  if (BigInt(upTo) <= BigInt(mark.upTo)) return mark
  return toReadMark(upTo, mark.single)
}

/** Returns the mark after single notifications were read. */
export function withSingle(mark: ReadMark, positions: readonly string[]): ReadMark {
  const added = positions.filter((position) => !isRead(mark, position))
  if (added.length === 0) return mark
  const single = [...new Set([...(mark.single ?? []), ...added])].toSorted((a, b) =>
    Number(BigInt(a) - BigInt(b)),
  )
  const { [single.length - maxSingleMarks - 1]: last = mark.upTo } = single
  return toReadMark(last, single)
}

function toReadMark(upTo: string, single: readonly string[] = []): ReadMark {
  const later = single.filter((position) => BigInt(position) > BigInt(upTo))
  return later.length === 0 ? { upTo } : { upTo, single: later }
}
