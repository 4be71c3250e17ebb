// Folds the events of a backup file into the digest and the figures of their leaderboard, which an export writes into the file and an import
// checks. Without accounts: everybody with a project that counts takes part. Shown leaderboards are in `leaderboard`.

import type { BackupFileEvent, BoardFold } from '@thirty/contracts/backups/backup-file.ts'
import type { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import type { EventOf } from '@thirty/contracts/events/event-definition.ts'
import { isLifeEvent, type LifeEvent } from '@thirty/contracts/projects/project-life.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { subjectProject } from '@thirty/contracts/projects/project-id.ts'
import { evolveProjects } from './leaderboard/evolve.ts'
import type { Participant } from './leaderboard/participant.ts'
import { boardSummary } from './leaderboard/folded-boards.ts'

type FoldedEvent = Pick<BackupFileEvent, 'stream' | 'type' | 'data'>
type ScoringEvent = EventOf<Pick<typeof challengeEvents, 'ScoringChanged'>>

/** Figures and digest of a leaderboard need no dates. */
const anyTime = '1970-01-01T00:00:00.000Z'

/**
 * The order of the events decides between equal totals, so a moved history has the same leaderboard. A change of the scoring comes before
 * all events about projects.
 */
export function boardFold(): BoardFold {
  const participants = new Map<string, Participant>()
  let scoring = defaultScoring
  let excluded: ReadonlySet<string> = new Set()
  let position = 0n
  return {
    apply: (event) => {
      position += 1n
      if (isScoring(event)) {
        scoring = event.data
        excluded = new Set(scoring.excluded)
      }
      const user = subjectProject(event.stream)?.user
      if (user === undefined || !isOfLife(event)) return
      const rules = { timeZone: 'UTC', scoring, isExcluded: excluded.has(user) }
      const placed = { stream: event.stream, at: anyTime, position, ...withoutTexts(event) }
      const participant = evolveProjects(participants.get(user), placed, rules)
      if (participant !== undefined) participants.set(user, participant)
    },
    summary: () => boardSummary(participants),
  }
}

// Safe: the events of a file are validated by the catalogue before they are folded.
const isOfLife = (event: FoldedEvent): event is FoldedEvent & LifeEvent => isLifeEvent(event)

const isScoring = (event: FoldedEvent): event is FoldedEvent & ScoringEvent => event.type === 'ScoringChanged'

/** Histories of a million events are folded in a request: the texts of their projects stay in the file. */
const withoutTexts = ({ type, data }: LifeEvent): LifeEvent =>
  type === 'ProjectSubmitted' || type === 'ProjectRevised'
    ? { type, data: { ...data, projectName: '', image: '' } }
    : // Safe: type and data are from one event.
      ({ type, data } as LifeEvent)
