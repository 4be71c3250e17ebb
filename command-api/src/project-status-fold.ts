// The status of a project in a history, for commands that act on a project without its whole fold.

import {
  evolveStatus,
  statusEvents,
  type LifeStatus,
  type StatusEvent,
} from '@thirty/contracts/projects/project-life.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import type { Fold } from './fold.ts'

/** The status of a project in a history. */
export const projectStatusFold = (history: History): Fold<LifeStatus, StatusEvent> => ({
  events: statusEvents,
  initial: 'none',
  evolve: evolveStatus,
  isRelevant: (event) => isInHistory(history, event),
})
