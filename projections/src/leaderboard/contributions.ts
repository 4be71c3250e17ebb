import type { Contribution } from '../summaries.ts'
import type { Participant } from './participant.ts'
import type { Standings } from './standings.ts'

export type Contributions = {
  /** Participants by number of projects, then by points, then by the time when they reached them. */
  first(limit: number): Promise<Contribution[]>
  /** The contributions of these users; zeros for a user who is not on the board. */
  of(ids: readonly string[]): Promise<Contribution[]>
  /** How many projects each user submitted and did not withdraw, rejected ones included; 0 when not on the board. */
  submissionCounts(ids: readonly string[]): Promise<number[]>
}

/** The queries of the leaderboard that other slices use. */
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
      return Promise.all(ids.map((id, at) => contribution(id, participants[at])))
    },
    submissionCounts: async (ids) =>
      (await participantsOf(ids)).map((participant) => participant?.projects.length ?? 0),
  }
}
