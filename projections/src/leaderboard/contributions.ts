import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Contribution } from '../summaries.ts'
import { boardDay } from './board-row.ts'
import type { Participant } from './participant.ts'
import type { Standings } from './standings.ts'

export type Contributions = {
  /** Returns the first participants by number of projects, then by rank. */
  first(limit: number): Promise<Contribution[]>
  /** Returns the contributions of these users; zeros for a user who is not on the leaderboard. */
  of(ids: readonly string[]): Promise<Contribution[]>
  /** Returns the days on which each user submitted, rejected projects included, withdrawn ones not; also if not ranked. */
  submittedDays(ids: readonly string[]): Promise<BoardRow['days'][]>
}

/** Creates the queries of the leaderboard that other slices use. */
export function contributions({ store, readModel }: Pick<Standings, 'store' | 'readModel'>): Contributions {
  const contribution = async (id: string, participant: Participant | undefined): Promise<Contribution> => {
    const index = participant && (await store.rank(readModel, 'points', id))
    const { projects = 0, totalPoints = 0 } = participant?.score ?? {}
    return { id, submissions: projects, points: totalPoints, rank: index === undefined ? null : index + 1 }
  }

  const participantsOf = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : store.load<Participant>(readModel, ids)

  return {
    first: async (limit) => {
      const found = await store.range<Participant>(readModel, 'projects', { offset: 0, limit })
      return Promise.all(found.map(({ id, document }) => contribution(id, document)))
    },
    of: async (ids) => {
      const participants = await participantsOf(ids)
      return Promise.all(ids.map((id, index) => contribution(id, participants[index])))
    },
    submittedDays: async (ids) =>
      (await participantsOf(ids)).map((participant) => participant?.projects.map(boardDay) ?? []),
  }
}
