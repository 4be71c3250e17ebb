// Projects as the screens about the judging show them: some admins must not see the ratings of the others yet. And the calibration projects:
// how far each reviewer is with them, and what a reader may see of them.

import type {
  JudgedProject as ShownProject,
  JudgingPerson,
  CalibrationProgress,
  CalibrationProject,
} from '@thirty/contracts/judging/api.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import { normalisedAverage, type RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { calculateMean, roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { PersonSummaryLookup, ProjectSummary } from '../summaries.ts'
import {
  countedRatings,
  type JudgedProject,
  spreadTenths,
  calibrationDocumentId,
  type Calibration,
  type GivenRating,
  type JudgingDocument,
} from './documents.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { documentsById, type Source } from '../document-reads.ts'
import type { FoundReviewer } from './reviewer-figures.ts'

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
  projectSummaries: (ids: Iterable<string>) => Promise<ReadonlyMap<string, ProjectSummary>>
}

/**
 * Whether an admin must not see the ratings of the others yet: they would rate with these in mind. Not an admin who can't rate the
 * project, and not while one rating is enough.
 */
const isBlind = (
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
  found: readonly { id: string; document: JudgedProject }[],
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

function shownRatings(project: JudgedProject, scales: RatingScales, nameOf: (id: string) => JudgingPerson) {
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

/** A calibration project; `document` is missing if it was withdrawn. */
type FoundCalibration = { id: string; document: JudgedProject | undefined }

/** Returns the calibration projects in the order in which they were chosen. */
export async function loadCalibration(source: Source): Promise<FoundCalibration[]> {
  const [chosen] = await source.store.load<Calibration>(source.readModel, [calibrationDocumentId])
  const ids = chosen?.projects ?? []
  const documents = await documentsById<JudgingDocument>(source, ids)
  return ids.map((id) => ({ id, document: ofKind(documents.get(id), 'project') }))
}

const isAsked = ({ document }: FoundCalibration, admin: string): boolean =>
  document !== undefined && document.status !== 'rejected' && !document.conflicted.includes(admin)

const isRatedBy = ({ document }: FoundCalibration, admin: string): boolean =>
  document?.official.some(({ rater }) => rater === admin) === true

/** Returns how far an admin is, and the projects that they have not rated yet, in order. */
export function calibrationOf(found: readonly FoundCalibration[], admin: string) {
  const asked = found.filter((project) => isAsked(project, admin))
  const open = asked.filter((project) => !isRatedBy(project, admin))
  return { rated: asked.length - open.length, total: asked.length, open: open.map(({ id }) => id) }
}

/** Returns how far every reviewer is: active admins whose role may rate, and others who have rated one of the projects. */
export function progressOf(
  found: readonly FoundCalibration[],
  reviewers: readonly FoundReviewer[],
  personOf: (id: string) => JudgingPerson,
): CalibrationProgress[] {
  if (found.length === 0) return []
  return reviewers
    .filter(
      ({ id, document: { isActive, role } }) =>
        (isActive && hasPermission(role, 'review-projects')) ||
        found.some((project) => isRatedBy(project, id)),
    )
    .map(({ id }) => {
      const { rated, total } = calibrationOf(found, id)
      return { reviewer: personOf(id), rated, total }
    })
    .toSorted((left, right) => left.reviewer.name.localeCompare(right.reviewer.name, 'en'))
}

export async function showCalibration(
  found: readonly FoundCalibration[],
  context: JudgedContext,
): Promise<CalibrationProject[]> {
  const owners = found.map(({ id, document }) => document?.owner ?? parseProjectId(id)?.user ?? '')
  const [personOf, projects] = await Promise.all([
    context.personSummaries(owners),
    context.projectSummaries(found.map(({ id }) => id)),
  ])
  return found.map(({ id, document }, index) => {
    const owner = owners[index] ?? ''
    const isHidden = document === undefined || isBlind(document, context)
    return {
      projectId: id,
      projectName: projects.get(id)?.title ?? '',
      day: parseProjectId(id)?.day ?? null,
      participant: judgingPerson(personOf(owner)),
      state: document === undefined ? 'gone' : document.status === 'rejected' ? 'rejected' : 'rateable',
      median: isHidden ? null : medianOf(countedRatings(document)),
      ratings: isHidden
        ? null
        : document.official.map(({ rater: reviewer, tenths }) => ({ reviewer, average: tenths / 10 })),
    }
  })
}

/** Returns the median in stars, with one decimal; null without ratings. */
function medianOf(ratings: readonly GivenRating[]): number | null {
  const sorted = ratings.map(({ tenths }) => tenths).toSorted((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : roundToOneDecimal((lower + upper) / 20)
}
