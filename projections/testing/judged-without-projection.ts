import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { conflictEvents } from '@thirty/contracts/judging/events.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import type { OfficialRating } from '@thirty/contracts/judging/normalised-score.ts'
import {
  calculateMean,
  calculateRatingAverage,
  calculateStreak,
  scoreFromTally,
  type Score,
  type Weights,
} from '@thirty/contracts/leaderboard/points.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { subjectProject } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import fc from 'fast-check'
import { conflictEvent, userIdOf } from './event-builders.ts'

/** Declarations and withdrawals of conflicts. They come after the challenge, whose backups name positions. */
export const conflictChanges = fc.array(
  fc
    .record({
      admin: fc.constantFrom('Root', 'Rita'),
      type: fc.constantFrom('ConflictDeclared' as const, 'ConflictWithdrawn' as const),
      participant: fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan').map(userIdOf),
    })
    .map(({ admin, type, participant }) => conflictEvent(admin, type, { participant })),
  { maxLength: 8 },
)

/**
 * A project that counts, submitted at a time in milliseconds: all its official ratings, those without a conflict of interest, and their
 * spread in stars.
 */
export type FoldedProject = {
  owner: string
  day: number
  at: number
  all: OfficialRating[]
  counted: OfficialRating[]
  spread: number
}

/** Returns the score of a participant with these projects, which count, in the simplest way. */
export function calculateScore(
  projects: readonly { day: number; officialAverages: readonly number[] }[],
  weights: Weights,
): Score {
  const rated = projects.filter(({ officialAverages }) => officialAverages.length > 0)
  const stars = rated.reduce((sum, { officialAverages }) => sum + calculateMean(officialAverages), 0)
  const streak = calculateStreak(projects.map(({ day }) => day))
  return scoreFromTally({ projects: projects.length, rated: rated.length, stars, streak }, weights)
}

/** Returns what a history says about judging, in the simplest way: from a list of all events, without indexes and sums. */
export function judgedWithoutProjection(events: readonly RecordedEvent[], history: History) {
  const conflicts = new Set<string>()
  type Project = Pick<FoldedProject, 'owner' | 'day' | 'at'>
  const projects = new Map<string, Project & { isRejected: boolean; ratings: Map<string, number> }>()
  for (const event of events) {
    if (isEventOf(conflictEvents, event)) {
      const key = `${adminFromConflictsStream(event.stream)} ${event.data.participant}`
      if (event.type === 'ConflictDeclared') conflicts.add(key)
      else conflicts.delete(key)
      continue
    }
    const subject = subjectProject(event.stream)
    if (subject === undefined || !isEventOf(projectEvents, event) || !isInHistory(history, event)) continue
    const project = projects.get(subject.id)
    if (event.type === 'ProjectSubmitted') {
      const submitted = { owner: subject.user, day: subject.day, at: Date.parse(event.at) }
      projects.set(subject.id, { ...submitted, isRejected: false, ratings: new Map() })
    } else if (event.type === 'ProjectWithdrawn') projects.delete(subject.id)
    else if (project === undefined) continue
    else if (event.type === 'ProjectRejected') project.isRejected = true
    else if (event.type === 'ProjectRevised' || event.type === 'ProjectApproved') project.isRejected = false
    else if (event.type === 'ProjectRated' && event.data.official)
      project.ratings.set(event.data.rater, calculateRatingAverage(event.data.criteria))
  }
  const folded = [...projects.values()]
    .filter(({ isRejected }) => !isRejected)
    .map(({ owner, day, at, ratings }): FoldedProject => {
      const all = [...ratings].map(([reviewer, average]) => ({ reviewer, average }))
      const counted = all.filter(({ reviewer }) => !conflicts.has(`${reviewer} ${owner}`))
      const averages = counted.map(({ average }) => average)
      const spread = averages.length < 2 ? 0 : Math.max(...averages) - Math.min(...averages)
      return { owner, day, at, all, counted, spread }
    })
  return {
    projects: folded,
    /** Returns how many stars a reviewer gave more than the others on average, for each project with others. */
    differencesOf: (reviewer: string): number[] =>
      folded.flatMap(({ counted }) => {
        const own = counted.find((rating) => rating.reviewer === reviewer)
        const others = counted.filter((rating) => rating.reviewer !== reviewer)
        if (own === undefined || others.length === 0) return []
        return [own.average - others.reduce((sum, { average }) => sum + average, 0) / others.length]
      }),
  }
}
