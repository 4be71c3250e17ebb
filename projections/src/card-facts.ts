// Finds what everybody may see of projects and participants: a project as the public ratings show it, so no rejected one, and participants
// who are ranked.

import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { CardFacts } from './cards/facts.ts'
import type { RunContext } from './run-context.ts'

export function runCardFacts({
  ratings,
  standings,
  frozenAt,
  clock,
}: RunContext): Omit<CardFacts, 'certificate'> {
  const isFrozen = async () => ((await frozenAt()) ?? Infinity) <= clock()
  return {
    project: async (id) => {
      const found = await ratings.ratings(id, { limit: 1 })
      if (found?.project == null) return undefined
      const { project, averageRating, ratingCount } = found
      return {
        title: project.projectName,
        owner: { name: project.submittedBy, nameCodes: project.nameCodes },
        day: project.day,
        description: project.description,
        image: project.thumbnailUrl.replace(/^\/uploads\//, ''),
        screenshot: project.imageUrl,
        averageRating,
        ratingCount,
        isFrozen: await isFrozen(),
      }
    },
    participant: async (id) => {
      const own = (await standings.withNeighbours(id))?.own
      if (own === undefined) return undefined
      const { picture, score, projects } = own.participant
      const last = projects.at(-1)
      return {
        id,
        ...nameAs('name', own.participant),
        image: picture,
        rank: own.rank,
        points: score.totalPoints,
        streak: score.streak,
        days: projects.filter(({ status }) => status !== 'rejected').map(({ day }) => day),
        newest: last === undefined || last.status === 'rejected' ? null : last.id,
        isFrozen: await isFrozen(),
      }
    },
  }
}
