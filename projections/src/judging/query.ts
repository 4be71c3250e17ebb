// The endpoints of the judging of a run, for the screens of admins, and what they receive after a change.

import {
  judgingEndpoints,
  maxComparedParticipants,
  type ConflictOfInterest,
  maxListedStandings,
  type JudgingPerson,
  type OwnConflict,
} from '@thirty/contracts/judging/api.ts'
import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { scoringOf } from '@thirty/contracts/challenge/history.ts'
import { maxConflicts } from '@thirty/contracts/judging/conflicts.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { IndexRange } from '@thirty/infra/read-models/read-models.ts'
import { documentsPage } from '../document-reads.ts'
import type { RunContext } from '../run-context.ts'
import {
  calibrationOf,
  loadCalibration,
  progressOf,
  showCalibration,
  judgingPerson,
  showProjects,
  type JudgedContext,
} from './judged-projects.ts'
import {
  conflictsIds,
  type ConflictsWith,
  type JudgedProject,
  type JudgingDocument,
  conflictsIndex,
  conflictsOfIndex,
  excludedIndex,
  queueIndex,
  ratedIndex,
} from './documents.ts'
import { nextToRate } from './next-to-rate.ts'
import { disagreementStars, figuresOf, loadReviewers, loadScales } from './reviewer-figures.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'
import type { judgingEvents } from './projection.ts'

/** Longer lists are cut; the response has their number. */
const maxListed = 50
const maxListedConflicts = 500
const mostTenths = 50

export function judgingHandlers(context: RunContext): Endpoint[] {
  const { store, personSummaries, projectSummaries, loadOptions, positionOf } = context
  const readModel = context.readModels.judging
  const source = { store, readModel }
  const findNext = nextToRate(source, context.openProjects)

  const listed = async (index: string, lowest: number, judged: JudgedContext) => {
    const [count, found] = await Promise.all([
      store.countBetween(readModel, index, lowest, mostTenths),
      store.range<JudgedProject>(readModel, index, { offset: 0, limit: maxListed, reverse: true }),
    ])
    return { count, projects: await showProjects(found.slice(0, count), judged) }
  }

  /** Returns the conflicts with the participants of a range of an index, with the names of the persons. */
  const findConflicts = async (index: string, range: IndexRange): Promise<ConflictOfInterest[]> => {
    const found = await store.range<ConflictsWith>(readModel, index, range)
    const conflicts = found.flatMap(({ id, document }) =>
      document.conflicts.map((conflict) => ({ ...conflict, participant: conflictsIds.subject(id) })),
    )
    const personOf = await personSummaries(
      conflicts.flatMap(({ admin, participant, by }) => [admin, participant, by ?? []].flat()),
    )
    const nameOf = (id: string) => judgingPerson(personOf(id))
    return conflicts.map(({ admin, participant, reason, at, by }) => ({
      admin: nameOf(admin),
      participant: nameOf(participant),
      reason,
      at,
      by: by === null ? null : nameOf(by),
    }))
  }

  const loadConflictsOf = async (reader: string): Promise<OwnConflict[]> => {
    const found = await findConflicts(conflictsOfIndex(reader), { offset: 0, limit: maxConflicts })
    return found
      .filter(({ admin }) => admin._id === reader)
      .map(({ participant, reason, at, by }) => ({ participant: participant._id, reason, at, by }))
  }

  /** Counts the projects with 0, 1, … ratings, and at the end the projects with the wanted number of ratings or more. */
  const loadCoverage = async (wanted: number): Promise<number[]> => {
    const all = await store.count(readModel, queueIndex)
    const fewer = await Promise.all(
      Array.from({ length: wanted }, (_, count) => store.countBetween(readModel, queueIndex, count, count)),
    )
    return [...fewer, all - fewer.reduce((sum, count) => sum + count, 0)]
  }

  const judgedFor = async ({ id: reader, role }: { id: string; role: AdminRole | null }) => {
    const [{ wantedRatings, normalisedScores }, reviewers] = await Promise.all([
      loadOptions(),
      loadReviewers(source),
    ])
    const scales = await loadScales(source, reviewers)
    // Who runs the challenge has to see whether the reviewers agree.
    const ratesBlind = hasPermission(role, 'review-projects') && !hasPermission(role, 'run-challenge')
    const lookups = { personSummaries, projectSummaries }
    const judged: JudgedContext = { reader, ratesBlind, wantedRatings, scales, ...lookups }
    return { judged, reviewers, normalisedScores }
  }

  return [
    endpoint(judgingEndpoints.overview)(async ({ caller }) => {
      // Before the figures: a message that is newer than the position loads them again.
      const position = await positionOf('judging')
      const { judged, reviewers, normalisedScores } = await judgedFor(caller)
      const { scales, wantedRatings } = judged
      const personOf = await personSummaries(reviewers.map(({ id }) => id))
      const imported = new Set(reviewers.filter(({ document }) => document.isImported).map(({ id }) => id))
      /** Of whom a file says that they rated, the id may be that of somebody here. */
      const shownPerson = (id: string): JudgingPerson =>
        imported.has(id) ? { _id: id, ...standIn('somebodyElsewhere', 'name') } : judgingPerson(personOf(id))
      const figures = await Promise.all(
        Object.entries(scales.byReviewer).map(([id, scale]) =>
          figuresOf(source, { reviewer: shownPerson(id), scale }),
        ),
      )
      const [coverage, disagreements, excluded, conflicts, calibration] = await Promise.all([
        loadCoverage(wantedRatings),
        listed(ratedIndex, disagreementStars * 10, judged),
        listed(excludedIndex, 0, judged),
        findConflicts(conflictsIndex, { offset: 0, limit: maxListedConflicts, reverse: true }),
        loadCalibration(source),
      ])
      return {
        wantedRatings,
        normalisedScores,
        scales,
        reviewers: figures.toSorted((left, right) => right.ratings - left.ratings),
        coverage,
        disagreements,
        excluded,
        admins: reviewers
          .filter(({ document }) => document.isActive && document.role !== null)
          .map(({ id }) => judgingPerson(personOf(id))),
        conflicts,
        calibration: {
          projects: await showCalibration(calibration, judged),
          reviewers: progressOf(calibration, reviewers, shownPerson),
        },
        ...position,
      }
    }),
    endpoint(judgingEndpoints.projects)(async ({ query: { limit, cursor }, caller }) => {
      const position = await positionOf('judging')
      const { judged } = await judgedFor(caller)
      const page = { index: ratedIndex, list: 'judged projects', limit, cursor }
      const { found, nextCursor } = await documentsPage<JudgedProject>(source, page)
      return { projects: await showProjects(found, judged), nextCursor, ...position }
    }),
    endpoint(judgingEndpoints.standings)(async () => {
      const position = await positionOf('judging')
      const scales = await loadScales(source, await loadReviewers(source))
      const scoring = { ...scoringOf(context.history), scales }
      const board = await context.contributions.compared(maxComparedParticipants, scoring)
      return { ...normalisedStandings(board), ...position }
    }),
    endpoint(judgingEndpoints.mine)(async ({ caller: { id: reader }, query: { project: projectId } }) => {
      const position = await positionOf('judging')
      const [{ wantedRatings }, found, conflicts, [document]] = await Promise.all([
        loadOptions(),
        loadCalibration(source),
        loadConflictsOf(reader),
        projectId === undefined ? [] : store.load<JudgingDocument>(readModel, [projectId]),
      ])
      const { rated, total, open } = calibrationOf(found, reader)
      return {
        wantedRatings,
        calibration: { rated, total, next: open[0] ?? null },
        conflicts,
        project:
          document?.kind === 'project' && projectId !== undefined
            ? {
                projectId,
                ratingCount: document.official.length,
                isRatedByMe: document.official.some(({ rater }) => rater === reader),
                isCalibration: found.some(({ id }) => id === projectId),
                conflict: conflictAbout(document.owner, conflicts),
              }
            : null,
        ...position,
      }
    }),
    endpoint(statisticsEndpoints.nextUnrated)(async ({ caller, query: { except } }) => {
      const admin = { id: caller.id, session: caller.token.id }
      return findNext({ admin, except, wantedRatings: (await loadOptions()).wantedRatings })
    }),
  ]
}

/**
 * Compares the top of the leaderboard with its order by normalised points: the points with the normalised averages and the weights of the
 * run. Participants with equal points stay in the order of the leaderboard.
 */
function normalisedStandings(board: Awaited<ReturnType<RunContext['contributions']['compared']>>) {
  const standings = board
    .toSorted((left, right) => right.otherPoints - left.otherPoints || left.rank - right.rank)
    .map(({ rank, points, otherPoints: normalisedPoints, ...person }, index) => ({
      participant: judgingPerson(person),
      rank,
      points,
      normalisedRank: index + 1,
      normalisedPoints,
    }))
  return {
    standings: standings.slice(0, maxListedStandings),
    compared: standings.length,
    moved: standings.filter(({ rank, normalisedRank }) => rank !== normalisedRank).length,
  }
}

function conflictAbout(owner: string, conflicts: readonly OwnConflict[]) {
  const found = conflicts.find(({ participant }) => participant === owner)
  return found === undefined ? null : { reason: found.reason, at: found.at, by: found.by }
}

type JudgingChange = DocumentChange<JudgingDocument, typeof judgingEvents>

/**
 * Tells the admins that the judging changed, and how many ratings a project has. What each of them may see of the ratings differs, so
 * they fetch it.
 */
export function judgingUpdates({ id, before, after }: JudgingChange): readonly LiveUpdate[] {
  const document = after ?? before
  if (before === after || document === undefined) return []
  const projectId = document.kind === 'project' ? id : null
  const officialRatings = after?.kind === 'project' ? after.official.length : 0
  const item = { projectId, officialRatings }
  return [{ room: rooms.admins, message: 'judging.changed', item, key: projectId ?? 'other' }]
}
