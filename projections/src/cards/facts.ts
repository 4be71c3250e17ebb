// The types of the facts on cards and in the heads of shared pages, all of them public. `card-facts.ts` finds the facts about
// projects and participants, `certificates/` the facts about certificates.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import type { NameCodes, Named } from '@thirty/contracts/accounts/stand-ins.ts'

/** `isFrozen`: whether the leaderboard is frozen, so that ratings of later are in no figure. */
type Freezable = { isFrozen: boolean }

/**
 * A project that is neither rejected nor withdrawn. `image` is the name of its thumbnail in the media store, `screenshot` the path
 * of its screenshot.
 */
export type ProjectFacts = Freezable & {
  title: string
  owner: Named
  day: number
  description: string
  image: string
  screenshot: string
  averageRating: number
  ratingCount: number
}

/**
 * A ranked participant. `image` is a name in the media store. `days`: the days with a project that counts. `newest`: the id of the
 * project of the last day, if it counts.
 */
export type ParticipantFacts = Freezable & {
  id: string
  name: string
  nameCodes?: NameCodes
  image: string | null
  rank: number
  points: number
  streak: number
  days: readonly number[]
  newest: string | null
}

/** Finds what a card shows; `undefined` for what nobody, or not everybody, may see. */
export type CardFacts = {
  project: (id: string) => Promise<ProjectFacts | undefined>
  participant: (id: string) => Promise<ParticipantFacts | undefined>
  certificate: (code: string) => Promise<Certificate | undefined>
}
