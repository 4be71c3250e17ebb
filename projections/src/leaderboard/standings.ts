// Reads participants of the leaderboard together with their ranks.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { rankReason } from '@thirty/contracts/leaderboard/rank.ts'
import { maxPointsOfAll } from '@thirty/contracts/leaderboard/scoring.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { RankedDocument, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { dailyRanks, dateBefore, type DailyRanks, type RankLookup } from './over-time/daily-ranks.ts'
import type { Participant } from './participant.ts'
import type { Standing } from './board-row.ts'

/** Scores have at most one decimal, so a tolerance below 0.05 covers one score only. */
const scoreTolerance = 0.04

/** Indexes by which the board can be listed. */
export type BoardIndex = 'points' | 'projects' | 'quality' | 'streak'

export type StandingsOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Time zone in which days begin and end; the read model is the one of this time zone. */
  timeZone: string
}

/** Offsets count from 0. */
export type Standings = StandingsOptions & {
  dailyRanks: DailyRanks
  /** Returns a range of the leaderboard in the order of an index. */
  list(index: BoardIndex, range: { offset: number; limit: number; reverse?: boolean }): Promise<Standing[]>
  /** Returns the standings of these participants, in the same order. Unranked participants are left out. */
  withRanks(found: readonly RankedDocument<Participant>[]): Promise<Standing[]>
  /** Returns a participant and the next ones above and below; `undefined` for a participant who is not ranked. */
  withNeighbours(
    id: string,
  ): Promise<{ own: Standing; above: Participant | undefined; below: Participant | undefined } | undefined>
}

export function standings({ store, readModel, clock, timeZone }: StandingsOptions): Standings {
  const ranks = dailyRanks({ store, readModel, clock })

  const loadYesterdaysRanks = () => ranks.lastKnownAtEndOf(dateBefore(clock(), 1, timeZone))

  /** Lists in rank order. Reads one more row, to compare its points with the last row. */
  const listFromTop = async (offset: number, limit: number): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const rows = await store.range<Participant>(readModel, 'points', { offset, limit: limit + 1 })
    return rows
      .slice(0, limit)
      .map((row, index) =>
        standing(row, row.rank, rankYesterday, hasSamePoints(row.document, rows[index + 1]?.document)),
      )
  }

  /** Lists in reverse rank order. Reads the rows in rank order and reverses them. */
  const listFromBottom = async (offset: number, limit: number): Promise<Standing[]> => {
    const end = (await store.count(readModel, 'points')) - offset
    const from = Math.max(0, end - limit)
    return end <= 0 ? [] : (await listFromTop(from, end - from)).reverse()
  }

  const addRanks = async (found: readonly RankedDocument<Participant>[]): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const counts = new Map<string, Promise<number>>()
    /** Counts the participants with at least these points. Cached, since many rows may have the same points. */
    const countAtLeast = ({ score: { totalPoints, projects } }: Participant): Promise<number> => {
      // Without points, participants with a project rank before the others.
      const [index, lowest, highest]: [BoardIndex, number, number] =
        totalPoints === 0 && projects > 0
          ? ['projects', -totalDays, -1]
          : ['points', -maxPointsOfAll, scoreTolerance - totalPoints]
      const key = `${index} ${highest}`
      const count = counts.get(key) ?? store.countBetween(readModel, index, lowest, highest)
      counts.set(key, count)
      return count
    }
    const rows = await Promise.all(
      found.map(async (row) => {
        const [index, countWithPoints] = await Promise.all([
          store.rank(readModel, 'points', row.id),
          countAtLeast(row.document),
        ])
        return index === undefined
          ? undefined
          : standing(row, index, rankYesterday, index + 1 < countWithPoints)
      }),
    )
    return rows.filter((row) => row !== undefined)
  }

  const withNeighbours = async (id: string) => {
    const index = await store.rank(readModel, 'points', id)
    if (index === undefined) return undefined
    const [rankYesterday, [own], rows] = await Promise.all([
      loadYesterdaysRanks(),
      store.load<Participant>(readModel, [id]),
      store.range<Participant>(readModel, 'points', { offset: Math.max(0, index - 1), limit: 3 }),
    ])
    if (own === undefined) return undefined
    const participantAt = (rank: number) => rows.find((row) => row.rank === rank)?.document
    const [above, below] = [participantAt(index - 1), participantAt(index + 1)]
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
      if (index === 'points') return reverse ? listFromBottom(offset, limit) : listFromTop(offset, limit)
      return addRanks(await store.range<Participant>(readModel, index, { offset, limit, reverse }))
    },
  }
}

/**
 * Returns a standing. `index` is the rank counted from 0; `isAheadOfEqual` says whether the next participant has the
 * same points.
 */
function standing(
  { id, document: participant }: Omit<RankedDocument<Participant>, 'rank'>,
  index: number,
  rankYesterday: RankLookup,
  isAheadOfEqual: boolean,
): Standing {
  const rank = index + 1
  const before = rankYesterday(participant)
  return {
    id,
    participant,
    rank,
    reason: isAheadOfEqual ? rankReason(participant.score.totalPoints).message : null,
    movement: before === null ? null : before - rank,
  }
}

const hasSamePoints = ({ score }: Participant, below: Participant | undefined): boolean =>
  below !== undefined &&
  score.totalPoints === below.score.totalPoints &&
  score.projects > 0 === below.score.projects > 0
