// Finds what share cards and the heads of shared pages show of projects and participants: only what everybody may see, so a project as the
// public ratings show it, no rejected one, and participants who are ranked.

import { nameAs, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import type { RunContext } from './run-context.ts'

/** Finds what a card shows; `undefined` for what nobody, or not everybody, may see. */
export type CardFacts = ReturnType<typeof runCardFacts> & {
  certificate: (code: string) => Promise<Certificate | undefined>
}

export type ProjectFacts = NonNullable<Awaited<ReturnType<CardFacts['project']>>>
export type ParticipantFacts = NonNullable<Awaited<ReturnType<CardFacts['participant']>>>

/** `isFrozen` in facts: whether the leaderboard is frozen, so that ratings of later are in no figure. */
export function runCardFacts({ ratings, standings, frozenAt, clock }: RunContext) {
  const isFrozen = async () => ((await frozenAt()) ?? Infinity) <= clock()
  return {
    /** A project that is neither rejected nor withdrawn. */
    project: async (id: string) => {
      const found = await ratings.ratings(id, { limit: 1 })
      if (found?.project == null) return undefined
      const { project, averageRating, ratingCount } = found
      const owner: Named = { name: project.submittedBy, nameCodes: project.nameCodes }
      return {
        title: project.projectName,
        owner,
        day: project.day,
        description: project.description,
        /** The name in the media store, and the path of the whole screenshot. */
        image: project.thumbnailUrl.replace(/^\/uploads\//, ''),
        screenshot: project.imageUrl,
        averageRating,
        ratingCount,
        isFrozen: await isFrozen(),
      }
    },
    /** A ranked participant. */
    participant: async (id: string) => {
      const own = (await standings.withNeighbours(id))?.own
      if (own === undefined) return undefined
      const { picture, score, projects } = own.participant
      const last = projects.at(-1)
      return {
        id,
        ...nameAs('name', own.participant),
        /** A name in the media store. */
        image: picture,
        rank: own.rank,
        points: score.totalPoints,
        streak: score.streak,
        /** Those with a project that counts. */
        days: projects.filter(({ status }) => status !== 'rejected').map(({ day }) => day),
        /** The project of the last day, if it counts. */
        newest: last === undefined || last.status === 'rejected' ? null : last.id,
        isFrozen: await isFrozen(),
      }
    },
  }
}
