import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'

type Place = { rank: number; points: number }

/** A participant of the ceremony. `before` is the frozen place; undefined for participants who joined later. */
export type Standing = {
  id: string
  name: string
  avatar: string | null
  before: Place | undefined
  after: Place
}

/** How many places the ceremony shows unless the admin chooses another number. */
export const defaultPlaces = 20

/** Returns the participants by their final rank. */
export function compareStandings(frozen: readonly BoardEntry[], final: readonly BoardEntry[]): Standing[] {
  const frozenById = new Map(frozen.map((row) => [row.id, row]))
  const placeOf = ({ rank, totalPoints }: BoardEntry): Place => ({ rank, points: totalPoints })
  return final
    .map((row) => {
      const before = frozenById.get(row.id)
      return {
        id: row.id,
        name: row.name,
        avatar: row.avatar,
        before: before && placeOf(before),
        after: placeOf(row),
      }
    })
    .toSorted((a, b) => a.after.rank - b.after.rank)
}

/**
 * Returns the list after some reveals: first the participants whose final place is still secret, in their frozen order, then those at
 * their final places. `standings` are those of the ceremony, by final rank.
 */
export function shownOrder(standings: readonly Standing[], revealedCount: number): Standing[] {
  const secretCount = standings.length - revealedCount
  const frozenRank = ({ before }: Standing) => before?.rank ?? Infinity
  const secret = standings.slice(0, secretCount).toSorted((a, b) => {
    const [first, second] = [frozenRank(a), frozenRank(b)]
    // By name: the final rank would tell who is ahead.
    return first === second ? a.name.localeCompare(b.name) : first - second
  })
  return [...secret, ...standings.slice(secretCount)]
}

/** Returns the places gained (positive) or lost (negative); undefined for participants without a frozen place. */
export const placesMoved = ({ before, after }: Standing): number | undefined =>
  before && before.rank - after.rank
