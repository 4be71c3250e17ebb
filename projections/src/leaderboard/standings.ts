import { rankReason } from '@thirty/contracts/rules/rank.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { RankedDocument, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { dailyRanks, utcDateBefore, type DailyRanks } from './history/daily-ranks.ts'
import type { Participant } from './participant.ts'
import type { Standing } from './board-row.ts'

/** Indexes by which the board can be listed. */
export type BoardIndex = 'points' | 'projects' | 'quality' | 'streak'

export type StandingsOptions = { store: ReadModelStore; readModel: ReadModelKey; clock: Clock }

/** Reads the view and adds what depends on others: ranks, reasons, movements. Offsets count from 0. */
export type Standings = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  dailyRanks: DailyRanks
  /** A part of the board in the order of an index. */
  list(index: BoardIndex, range: { offset: number; limit: number; reverse?: boolean }): Promise<Standing[]>
  /** Participants found elsewhere, in the order given. Whoever is not ranked is left out. */
  withRanks(found: readonly RankedDocument<Participant>[]): Promise<Standing[]>
  /** One participant and who stands right above and below; `undefined` for who is not ranked. */
  withNeighbours(
    id: string,
  ): Promise<{ own: Standing; above: Participant | undefined; below: Participant | undefined } | undefined>
}

export function standings({ store, readModel: view, clock }: StandingsOptions): Standings {
  const ranks = dailyRanks({ store, readModel: view, clock })

  const morningRank = () => ranks.ifReady(utcDateBefore(clock(), 1))

  /** In rank order the row below is at hand. */
  const ranked = async (offset: number, limit: number): Promise<Standing[]> => {
    const morning = await morningRank()
    const rows = await store.range<Participant>(view, 'points', { offset, limit: limit + 1 })
    return rows
      .slice(0, limit)
      .map((row, at) => standing(row, row.rank, morning, hasSamePoints(row.document, rows[at + 1]?.document)))
  }

  /** From the bottom: as quick as from the top, since what is asked for is the same. */
  const rankedFromBelow = async (offset: number, limit: number): Promise<Standing[]> => {
    const end = (await store.count(view, 'points')) - offset
    const from = Math.max(0, end - limit)
    return end <= 0 ? [] : (await ranked(from, end - from)).reverse()
  }

  const rank = async (found: readonly RankedDocument<Participant>[]): Promise<Standing[]> => {
    const morning = await morningRank()
    const counts = new Map<number, Promise<number>>()
    /** How many have at least so many points; many of a page may have the same. */
    const countDownTo = (points: number): Promise<number> => {
      const known = counts.get(points)
      if (known) return known
      const count = store.countBetween(view, 'points', -mostPoints, -points + smallestStep)
      counts.set(points, count)
      return count
    }
    const rows = await Promise.all(
      found.map(async (row) => {
        const [place, downTo] = await Promise.all([
          store.rank(view, 'points', row.id),
          countDownTo(row.document.score.totalPoints),
        ])
        return place === undefined ? undefined : standing(row, place, morning, place + 1 < downTo)
      }),
    )
    return rows.filter((row) => row !== undefined)
  }

  const of = async (id: string) => {
    const place = await store.rank(view, 'points', id)
    if (place === undefined) return undefined
    const [morning, [own], around] = await Promise.all([
      morningRank(),
      store.load<Participant>(view, [id]),
      store.range<Participant>(view, 'points', { offset: Math.max(0, place - 1), limit: 3 }),
    ])
    if (own === undefined) return undefined
    const at = (rank: number) => around.find((row) => row.rank === rank)?.document
    const [above, below] = [at(place - 1), at(place + 1)]
    const row = { id, document: own }
    return { own: standing(row, place, morning, hasSamePoints(own, below)), above, below }
  }

  return {
    store,
    readModel: view,
    clock,
    dailyRanks: ranks,
    withRanks: rank,
    withNeighbours: of,
    list: async (index, { offset, limit, reverse = false }) => {
      if (index === 'points') return reverse ? rankedFromBelow(offset, limit) : ranked(offset, limit)
      return rank(await store.range<Participant>(view, index, { offset, limit, reverse }))
    },
  }
}

/** `place` counts from 0. */
function standing(
  { id, document: participant }: Omit<RankedDocument<Participant>, 'rank'>,
  place: number,
  morningRank: (participant: Participant) => number | null,
  wasFirst: boolean,
): Standing {
  const rank = place + 1
  const before = morningRank(participant)
  return {
    id,
    participant,
    rank,
    reason: wasFirst ? rankReason(participant.score.totalPoints) : null,
    movement: before === null ? null : before - rank,
  }
}

const mostPoints = 1_000
/** Points have one decimal: less than half of that tells two totals apart. */
const smallestStep = 0.04

/** Then whoever stands above was the first to reach them. */
const hasSamePoints = (above: Participant, below: Participant | undefined): boolean =>
  above.score.totalPoints === below?.score.totalPoints
