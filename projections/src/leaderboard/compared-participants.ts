import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Participant } from './participant.ts'
import { isCounted } from '@thirty/contracts/events/project-life.ts'
import type { BoardProject } from './tally.ts'

/** A participant of the leaderboard with the official ratings of the projects that count. */
export type ComparedParticipant = {
  id: string
  name: string
  username: string | null
  rank: number
  points: number
  projects: readonly Pick<BoardProject, 'day' | 'official'>[]
}

/** Returns the first participants of the leaderboard, in its order. */
export async function comparedParticipants(
  store: Pick<ReadModelStore, 'range'>,
  readModel: ReadModelKey,
  limit: number,
): Promise<ComparedParticipant[]> {
  const rows = await store.range<Participant>(readModel, 'points', { offset: 0, limit })
  return rows.map(({ id, rank, document: { name, username, score, projects } }) => ({
    id,
    name,
    username,
    rank: rank + 1,
    points: score.totalPoints,
    projects: projects.filter(isCounted).map(({ day, official }) => ({ day, official })),
  }))
}
