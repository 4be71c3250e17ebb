import { rankReason } from '@thirty/contracts/rules/rank.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { RankedDocument, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { dailyRanks, dateBefore, type DailyRanks } from './history/daily-ranks.ts'
import type { Participant } from './participant.ts'
import type { Standing } from './board-row.ts'

/** Indexes by which the board can be listed. */
export type BoardIndex = 'points' | 'projects' | 'quality' | 'streak'

export type StandingsOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Time zone in which days begin and end; the read model is the one of this time zone. */
  timeZone: string
}

/** Reads participants and adds what depends on others: ranks, reasons and movements. Offsets count from 0. */
export type Standings = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  timeZone: string
  dailyRanks: DailyRanks
  /** A part of the board in the order of an index. */
  list(index: BoardIndex, range: { offset: number; limit: number; reverse?: boolean }): Promise<Standing[]>
  /** Standings of the given participants, in their order. Unranked ones are left out. */
  withRanks(found: readonly RankedDocument<Participant>[]): Promise<Standing[]>
  /** One participant and those right above and below; `undefined` for one who is not ranked. */
  withNeighbours(
    id: string,
  ): Promise<{ own: Standing; above: Participant | undefined; below: Participant | undefined } | undefined>
}

export function standings({ store, readModel, clock, timeZone }: StandingsOptions): Standings {
  const ranks = dailyRanks({ store, readModel, clock })

  const yesterdaysRank = () => ranks.ifReady(dateBefore(clock(), 1, timeZone))

  /** In rank order one row more is read, to compare the points of the last row. */
  const ranked = async (offset: number, limit: number): Promise<Standing[]> => {
    const rankYesterday = await yesterdaysRank()
    const rows = await store.range<Participant>(readModel, 'points', { offset, limit: limit + 1 })
    return rows
      .slice(0, limit)
      .map((row, index) =>
        standing(row, row.rank, rankYesterday, hasSamePoints(row.document, rows[index + 1]?.document)),
      )
  }

  /** Lists from the bottom: reads the same ranks in rank order and reverses them. */
  const rankedFromBelow = async (offset: number, limit: number): Promise<Standing[]> => {
    const end = (await store.count(readModel, 'points')) - offset
    const from = Math.max(0, end - limit)
    return end <= 0 ? [] : (await ranked(from, end - from)).reverse()
  }

  const addRanks = async (found: readonly RankedDocument<Participant>[]): Promise<Standing[]> => {
    const rankYesterday = await yesterdaysRank()
    const counts = new Map<number, Promise<number>>()
    /** Counts the participants with at least these points. Cached, since many rows of a page may be equal. */
    const countDownTo = (points: number): Promise<number> => {
      const cached = counts.get(points)
      if (cached) return cached
      const count = store.countBetween(readModel, 'points', -maxPoints, -points + scoreTolerance)
      counts.set(points, count)
      return count
    }
    const rows = await Promise.all(
      found.map(async (row) => {
        const [index, downTo] = await Promise.all([
          store.rank(readModel, 'points', row.id),
          countDownTo(row.document.score.totalPoints),
        ])
        return index === undefined ? undefined : standing(row, index, rankYesterday, index + 1 < downTo)
      }),
    )
    return rows.filter((row) => row !== undefined)
  }

  const withNeighbours = async (id: string) => {
    const index = await store.rank(readModel, 'points', id)
    if (index === undefined) return undefined
    const [rankYesterday, [own], around] = await Promise.all([
      yesterdaysRank(),
      store.load<Participant>(readModel, [id]),
      store.range<Participant>(readModel, 'points', { offset: Math.max(0, index - 1), limit: 3 }),
    ])
    if (own === undefined) return undefined
    const at = (rank: number) => around.find((row) => row.rank === rank)?.document
    const [above, below] = [at(index - 1), at(index + 1)]
    const row = { id, document: own }
    return { own: standing(row, index, rankYesterday, hasSamePoints(own, below)), above, below }
  }

  return {
    store,
    readModel,
    clock,
    timeZone,
    dailyRanks: ranks,
    withRanks: addRanks,
    withNeighbours,
    list: async (index, { offset, limit, reverse = false }) => {
      if (index === 'points') return reverse ? rankedFromBelow(offset, limit) : ranked(offset, limit)
      return addRanks(await store.range<Participant>(readModel, index, { offset, limit, reverse }))
    },
  }
}

/** `index` is the rank counted from 0. */
function standing(
  { id, document: participant }: Omit<RankedDocument<Participant>, 'rank'>,
  index: number,
  yesterdaysRank: (participant: Participant) => number | null,
  isAheadOfEqual: boolean,
): Standing {
  const rank = index + 1
  const before = yesterdaysRank(participant)
  return {
    id,
    participant,
    rank,
    reason: isAheadOfEqual ? rankReason(participant.score.totalPoints) : null,
    movement: before === null ? null : before - rank,
  }
}

const maxPoints = 1_000
/** Points have one decimal: less than half a decimal separates two totals. */
const scoreTolerance = 0.04

/** With equal points, the participant above was the first to reach them. */
const hasSamePoints = (above: Participant, below: Participant | undefined): boolean =>
  above.score.totalPoints === below?.score.totalPoints
