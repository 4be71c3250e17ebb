// Reads participants of the leaderboard together with their ranks.

import { rankIndexEntry, rankReason } from '@thirty/contracts/leaderboard/rank.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { IndexRange, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { FoundDocument } from '../index-page.ts'
import { placeAfter } from '../index-scan.ts'
import {
  allParticipants,
  dailyRanks,
  dateBefore,
  type RankLookup,
  type ReadParticipants,
} from './over-time/daily-ranks.ts'
import { rankKey, rankKeyOfEntry, type Participant } from './participant.ts'
import type { Standing } from './board-row.ts'

/** Indexes by which the board can be listed. */
export type BoardIndex = 'points' | 'projects' | 'quality' | 'streak'

export type StandingsOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Time zone in which days begin and end; the read model is the one of this time zone. */
  timeZone: string
  /** Reads all participants for the ranks of past dates, which need no names; from the store when missing. */
  participants?: ReadParticipants
}

/** What reads participants with their ranks. A `Standing` is one participant, with rank and movement. */
export type Standings = ReturnType<typeof standings>

/** Offsets count from 0. */
export function standings(options: StandingsOptions) {
  const { store, readModel, clock, timeZone, participants = allParticipants(store, readModel) } = options
  const ranks = dailyRanks({ store, readModel, clock, participants })

  const loadYesterdaysRanks = () => ranks.lastKnownAtEndOf(dateBefore(clock(), 1, timeZone))

  /** Lists in rank order. Reads one more row, to compare its points with the last row. */
  const listFromTop = async (offset: number, limit: number): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const rows = await store.range<Participant>(readModel, 'points', { offset, limit: limit + 1 })
    const keys = rows.map(({ document }) => rankKey(document))
    return rows.slice(0, limit).map((row, index) => standing(row, row.rank, rankYesterday, keys[index + 1]))
  }

  /** Lists in reverse rank order. Reads the rows in rank order and reverses them. */
  const listFromBottom = async (offset: number, limit: number): Promise<Standing[]> => {
    const end = (await store.count(readModel, 'points')) - offset
    const from = Math.max(0, end - limit)
    return end <= 0 ? [] : (await listFromTop(from, end - from)).reverse()
  }

  /** Returns the standings of these participants, in the same order. Unranked participants are left out. */
  const addRanks = async (found: readonly FoundDocument<Participant>[]): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const rows = await Promise.all(
      found.map(async (row) => {
        const { score, reached } = row.document
        // By its place and not by its rank: during a freeze, the entry at a rank is found by reading all entries before it.
        const from = placeAfter(rankIndexEntry(score, reached))
        const [index, [below]] = await Promise.all([
          store.rank(readModel, 'points', row.id),
          store.entries(readModel, 'points', { from, limit: 1 }),
        ])
        return index === undefined ? [] : standing(row, index, rankYesterday, below && rankKeyOfEntry(below))
      }),
    )
    return rows.flat()
  }

  /** Returns a participant and the next ones above and below; `undefined` for a participant who is not ranked. */
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
    return { own: standing(row, index, rankYesterday, below && rankKey(below)), above, below }
  }

  return {
    store,
    readModel,
    clock,
    timeZone,
    participants,
    dailyRanks: ranks,
    withRanks: addRanks,
    withNeighbours,
    /** Returns a range of the leaderboard in the order of an index. */
    list: async (index: BoardIndex, { offset, limit, reverse = false }: IndexRange): Promise<Standing[]> => {
      if (index === 'points') return reverse ? listFromBottom(offset, limit) : listFromTop(offset, limit)
      return addRanks(await store.range<Participant>(readModel, index, { offset, limit, reverse }))
    },
  }
}

/** Returns the rank of a participant, counted from 1; null for an unranked participant. */
export async function rankIn(
  store: Pick<ReadModelStore, 'rank'>,
  readModel: ReadModelKey,
  id: string,
): Promise<number | null> {
  const index = await store.rank(readModel, 'points', id)
  return index === undefined ? null : index + 1
}

/** Returns a standing. `index` is the rank counted from 0, `below` the rank key of the next participant. */
function standing(
  { id, document: participant }: FoundDocument<Participant>,
  index: number,
  rankYesterday: RankLookup,
  below: string | undefined,
): Standing {
  const rank = index + 1
  const before = rankYesterday(participant)
  const isAheadOfEqual = below !== undefined && pointsIn(below) === pointsIn(rankKey(participant))
  return {
    id,
    participant,
    rank,
    reason: isAheadOfEqual ? rankReason(participant.score.totalPoints).message : null,
    movement: before === null ? null : before - rank,
  }
}

/** The part of a rank key before the time at which the points were reached. */
const pointsIn = (key: string): string => key.slice(0, key.indexOf('-'))
