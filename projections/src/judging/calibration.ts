// The calibration projects: how far each reviewer is with them, and what a reader may see of them.

import type { CalibrationProgress, CalibrationProject, JudgingPerson } from '@thirty/contracts/judging/api.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { documentsById } from '../document-reads.ts'
import {
  calibrationDocumentId,
  countedRatings,
  type Calibration,
  type GivenRating,
  type JudgedProject,
  type JudgingDocument,
} from './documents.ts'
import { isBlind, judgingPerson, type JudgedContext } from './judged-projects.ts'
import type { Source } from '../document-reads.ts'
import type { FoundReviewer } from './reviewer-figures.ts'

/** A calibration project; `document` is missing if it was withdrawn. */
export type FoundCalibration = { id: string; document: JudgedProject | undefined }

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
export function calibrationOf(
  found: readonly FoundCalibration[],
  admin: string,
): { rated: number; total: number; open: string[] } {
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
