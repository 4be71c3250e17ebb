import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/events/project.ts'
import { isInHistory, type History } from '@thirty/contracts/rules/history.ts'
import type { Fold } from '../../fold.ts'

type StatusEvent = Extract<
  ProjectEvent,
  { type: 'ProjectSubmitted' | 'ProjectRevised' | 'ProjectWithdrawn' | 'ProjectApproved' | 'ProjectRejected' }
>

/** Whether reviewers can rate a project. */
export type ProjectStatus = 'none' | 'rateable' | 'rejected'

/** The status of a project in a history. */
export const projectStatusFold = (history: History): Fold<ProjectStatus, StatusEvent> => ({
  events: pickEvents(
    projectEvents,
    'ProjectSubmitted',
    'ProjectRevised',
    'ProjectWithdrawn',
    'ProjectApproved',
    'ProjectRejected',
  ),
  initial: 'none',
  evolve: (_status, event) => {
    switch (event.type) {
      case 'ProjectSubmitted':
      case 'ProjectRevised':
      case 'ProjectApproved':
        return 'rateable'
      case 'ProjectRejected':
        return 'rejected'
      case 'ProjectWithdrawn':
        return 'none'
      default:
        return event satisfies never
    }
  },
  isRelevant: (event) => isInHistory(history, event),
})
