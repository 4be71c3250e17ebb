// The projection of the official ratings of a history: projects with their ratings, reviewers, conflicts of interest and calibration
// projects. Indexes: see `documents.ts`. Conflicts belong to no run, everything about projects does.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { evolveCalibration } from '@thirty/contracts/judging/calibration.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/judging/events.ts'
import { isImportedEvent, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import {
  adminFromConflictsStream,
  adminsStream,
  calibrationStream,
} from '@thirty/contracts/events/stream-names.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/events/stream-subject.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { possibleProjectIds } from '@thirty/contracts/projects/possible-project-ids.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import {
  calibrationDocumentId,
  conflictsIds,
  reviewerIds,
  type JudgingDocument,
  judgingIndexEntries,
} from './documents.ts'
import {
  accountEvents,
  evolveConflicted,
  evolveConflicts,
  evolveJudgedProject,
  evolveReviewer,
  judgingEvents,
  type JudgingEvent,
} from './evolve.ts'

export function judgingProjection(history: History): Projection<JudgingDocument, typeof judgingEvents> {
  return {
    name: `judging-${runName(history)}`,
    version: 3,
    streams: ['user-', 'deleted-', adminsStream, 'project-', 'conflicts-', calibrationStream],
    events: judgingEvents,
    documentIds: (event) => documentIds(event, history),
    evolve: (document, event, id, others) => {
      if (isEventOf(accountEvents, event)) return evolveReviewer(ofKind(document, 'reviewer'), event)
      if (isEventOf(calibrationEvents, event)) {
        const projects = evolveCalibration(ofKind(document, 'calibration')?.projects ?? [], event)
        return projects.length === 0 ? undefined : { kind: 'calibration', projects }
      }
      if (isEventOf(conflictEvents, event)) {
        const admin = adminFromConflictsStream(event.stream) ?? ''
        return conflictsIds.has(id)
          ? evolveConflicts(ofKind(document, 'conflicts'), event, admin)
          : evolveConflicted(ofKind(document, 'project'), event, admin)
      }
      // A new project begins with the conflicts that were declared before.
      if (conflictsIds.has(id)) return document
      const isImported = isImportedEvent(history, event)
      if (event.type === 'ProjectRated' && reviewerIds.has(id))
        return evolveReviewer(ofKind(document, 'reviewer'), event, isImported)
      const found = event.type === 'ProjectSubmitted' ? others(conflictsIds.of(ownerOf(event))) : undefined
      const conflicts = ofKind(found, 'conflicts')?.conflicts ?? []
      return evolveJudgedProject(ofKind(document, 'project'), event, { conflicts, isImported })
    },
    indexEntries: judgingIndexEntries,
  }
}

const ownerOf = (event: JudgingEvent): string => subjectProject(event.stream)?.user ?? ''

function documentIds(event: JudgingEvent, history: History): string[] {
  // Most events are ratings by participants, which are not judged.
  if (event.type === 'ProjectRated' && !event.data.official) return []
  if (isEventOf(accountEvents, event)) {
    const user = event.type === 'AdminRoleChanged' ? event.data.user : subjectUserId(event.stream)
    if (user === undefined || (event.type === 'UserRegistered' && event.data.role !== 'admin')) return []
    return [reviewerIds.of(user)]
  }
  if (isEventOf(conflictEvents, event)) {
    const { participant } = event.data
    return [conflictsIds.of(participant), ...possibleProjectIds(history, participant)]
  }
  if (!isInHistory(history, event)) return []
  if (isEventOf(calibrationEvents, event)) return [calibrationDocumentId]
  const project = subjectProject(event.stream)
  if (project === undefined) return []
  if (event.type === 'ProjectSubmitted') return [conflictsIds.of(project.user), project.id]
  if (event.type === 'ProjectRated') return [reviewerIds.of(event.data.rater), project.id]
  return [project.id]
}
