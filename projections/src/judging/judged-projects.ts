// Projects as the screens about the judging show them: some admins must not see the ratings of the others yet.

import { type JudgedProject as ShownProject, type JudgingPerson } from '@thirty/contracts/judging/api.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import { normalisedAverage, type RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { calculateMean } from '@thirty/contracts/leaderboard/points.ts'
import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { PersonSummaryLookup, ProjectSummaryLookup } from '../summaries.ts'
import { countedRatings, type JudgedProject, spreadTenths } from './documents.ts'

export type FoundProject = { id: string; document: JudgedProject }

/**
 * What the projects of a response have in common. `reader`: the admin who reads it. `ratesBlind`: whether their role rates without a look at
 * the ratings of others.
 */
export type JudgedContext = {
  reader: string
  ratesBlind: boolean
  wantedRatings: number
  scales: RatingScales
  personSummaries: PersonSummaryLookup
  projectSummaries: ProjectSummaryLookup
}

/**
 * Whether an admin must not see the ratings of the others yet: they would rate with these in mind. Not an admin who can't rate the
 * project, and not while one rating is enough.
 */
export const isBlind = (
  { official, conflicted, status }: JudgedProject,
  { reader, ratesBlind, wantedRatings }: Pick<JudgedContext, 'reader' | 'ratesBlind' | 'wantedRatings'>,
): boolean =>
  ratesBlind &&
  wantedRatings > 1 &&
  status !== 'rejected' &&
  !conflicted.includes(reader) &&
  official.every(({ rater }) => rater !== reader)

/** Returns projects as the reader may see them, in the same order. */
export async function showProjects(
  found: readonly FoundProject[],
  context: JudgedContext,
): Promise<ShownProject[]> {
  const people = found.flatMap(({ document }) => [
    document.owner,
    ...document.official.map(({ rater }) => rater),
  ])
  const [personOf, projects] = await Promise.all([
    context.personSummaries(people),
    context.projectSummaries(found.map(({ id }) => id)),
  ])
  const nameOf = (id: string) => judgingPerson(personOf(id))
  return found.map(({ id, document }) => ({
    projectId: id,
    // Another read model names it: it may be a moment behind.
    projectName: projects.get(id)?.title ?? '',
    day: document.day,
    participant: nameOf(document.owner),
    ratingCount: document.official.length,
    ...(isBlind(document, context)
      ? { average: null, normalised: null, spread: null, ratings: null }
      : shownRatings(document, context.scales, nameOf)),
  }))
}

export const judgingPerson = (
  person: Pick<PersonSummary, 'id' | 'name' | 'nameCodes' | 'username'>,
): JudgingPerson => ({
  _id: person.id,
  ...nameAs('name', person),
  ...(person.username !== null && { username: person.username }),
})

function shownRatings(
  project: JudgedProject,
  scales: RatingScales,
  nameOf: (id: string) => JudgingPerson,
): Pick<ShownProject, 'average' | 'normalised' | 'spread' | 'ratings'> {
  const counted = countedRatings(project)
  const ratings = project.official.map(({ rater: reviewer, tenths, at, isImported }) => {
    const average = tenths / 10
    return {
      reviewer:
        isImported === true ? { _id: reviewer, ...standIn('somebodyElsewhere', 'name') } : nameOf(reviewer),
      average,
      normalised: normalisedAverage({ reviewer, average }, scales),
      excluded: project.conflicted.includes(reviewer),
      at,
    }
  })
  const isEmpty = ratings.length === 0
  return {
    // As on the leaderboard: with the ratings that the figures of the reviewers leave out.
    average: isEmpty ? null : calculateMean(ratings.map(({ average }) => average)),
    normalised: isEmpty ? null : calculateMean(ratings.map(({ normalised }) => normalised)),
    spread: counted.length < 2 ? null : spreadTenths(counted) / 10,
    ratings,
  }
}
