import type { Contribution } from '../summaries.ts'
import type { Participant } from './participant.ts'
import type { Standings } from './standings.ts'

export type Contributions = {
  /** Who handed in the most, then who has more points, then who reached them first. */
  first(limit: number): Promise<Contribution[]>
  /** What these people have; who has no place on the board has nothing. */
  of(ids: readonly string[]): Promise<Contribution[]>
  /** How many projects each of them handed in and did not withdraw, whatever became of it; 0 for who has no place. */
  submissionCounts(ids: readonly string[]): Promise<number[]>
}

/** What others show of the board. */
export function contributions({
  store,
  readModel: view,
}: Pick<Standings, 'store' | 'readModel'>): Contributions {
  const contribution = async (id: string, participant: Participant | undefined): Promise<Contribution> => {
    const place = participant && (await store.rank(view, 'points', id))
    const { projects = 0, totalPoints = 0 } = participant?.score ?? {}
    return { id, submissions: projects, points: totalPoints, rank: place === undefined ? null : place + 1 }
  }

  const participantsOf = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : store.load<Participant>(view, ids)

  return {
    first: async (limit) => {
      const found = await store.range<Participant>(view, 'projects', { offset: 0, limit })
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
