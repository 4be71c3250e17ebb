import { createHash } from 'node:crypto'
import type { BackupFileEvent, BoardFold, BoardSummary } from '@thirty/contracts/backup-file/backup-file.ts'
import type { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import {
  calculateMean,
  calculateRatingAverage,
  calculateStreak,
  roundToOneDecimal,
  scoreFromTally,
  type Score,
} from '@thirty/contracts/rules/points.ts'
import { countedAverage, defaultScoring, type Scoring } from '@thirty/contracts/rules/scoring.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import { streamSubject } from '@thirty/contracts/rules/streams/stream-subject.ts'

/** The project of a day, as far as points depend on it. `official` has the average by each admin. Never changes. */
type DayProject = {
  readonly isCounted: boolean
  readonly official: readonly { rater: string; average: number }[]
}

/**
 * A participant. `projects` has a place for each day; `reached` is the number of the event that changed the total last. The rest
 * of the score is computed at the end: an object for each event would be old garbage when the next one replaces it.
 */
type Standing = { projects: (DayProject | undefined)[]; totalPoints: number; reached: number }

/**
 * Folds the events of a history into its leaderboard, without accounts: everybody with a project that counts takes part. The
 * order of the events decides between equal totals, so a moved history has the same leaderboard. A change of the scoring comes before
 * all events about projects.
 */
export function boardFold(): BoardFold {
  const standings = new Map<string, Standing>()
  const shared = sharedProjects()
  let scoring = defaultScoring
  let eventCount = 0
  return {
    apply: (event) => {
      eventCount += 1
      if (isScoring(event)) scoring = event.data
      const subject = streamSubject(event.stream)
      if (subject?.kind !== 'project' || !isScored(event)) return
      const standing = standings.get(subject.user) ?? newStanding()
      const project = standing.projects[subject.day - 1]
      const next = changeProject(project, event)
      if (next === project) return
      const changed = next && shared(next)
      standing.projects[subject.day - 1] = changed
      standings.set(subject.user, standing)
      const { totalPoints } = scoreOf(standing.projects, scoring)
      if (totalPoints === standing.totalPoints) return
      standing.totalPoints = totalPoints
      standing.reached = eventCount
    },
    summary: () => summaryOf(standings, scoring),
  }
}

/**
 * Most projects have one official rating at most, so a few hundred objects serve hundreds of thousands of projects: the fold
 * of a million events needs a few megabytes.
 */
function sharedProjects(): (project: DayProject) => DayProject {
  const known = new Map<string, DayProject>()
  return (project) => {
    const { isCounted, official } = project
    if (official.length > 1) return project
    const key = `${isCounted} ${official[0]?.rater} ${official[0]?.average}`
    const same = known.get(key)
    if (same !== undefined) return same
    known.set(key, project)
    return project
  }
}

const newStanding = (): Standing => ({ projects: [], totalPoints: 0, reached: 0 })

/** The events that points depend on. */
const scoredEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectWithdrawn',
  'ProjectRevised',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
)

type ScoredEvent = EventOf<typeof scoredEvents>
type ScoringEvent = EventOf<Pick<typeof challengeEvents, 'ScoringChanged'>>
type FoldedEvent = Pick<BackupFileEvent, 'stream' | 'type' | 'data'>

// Safe: the events of a file are validated by the catalogue before they are folded.
const isScored = (event: FoldedEvent): event is FoldedEvent & ScoredEvent =>
  Object.hasOwn(scoredEvents, event.type)

const isScoring = (event: FoldedEvent): event is FoldedEvent & ScoringEvent => event.type === 'ScoringChanged'

const submitted: DayProject = { isCounted: true, official: [] }

function changeProject(project: DayProject | undefined, event: ScoredEvent): DayProject | undefined {
  if (event.type === 'ProjectSubmitted') return submitted
  if (project === undefined) return undefined
  switch (event.type) {
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectRevised':
    case 'ProjectApproved':
      return project.isCounted ? project : { ...project, isCounted: true }
    case 'ProjectRejected':
      return { ...project, isCounted: false }
    case 'ProjectRated': {
      const { official, rater, criteria } = event.data
      if (!official) return project
      const rating = { rater, average: calculateRatingAverage(criteria) }
      return { ...project, official: withRating(project.official, rating) }
    }
  }
}

function scoreOf(projects: Standing['projects'], scoring: Scoring): Score {
  const days: number[] = []
  let [rated, stars] = [0, 0]
  for (let day = 1; day <= totalDays; day += 1) {
    const project = projects[day - 1]
    if (project?.isCounted !== true) continue
    days.push(day)
    if (project.official.length === 0) continue
    rated += 1
    stars += calculateMean(project.official.map((rating) => countedAverage(rating, scoring)))
  }
  const streak = calculateStreak(days)
  const tally = { projects: days.length, rated, stars: roundToOneDecimal(stars), streak }
  return scoreFromTally(tally, scoring.weights)
}

function summaryOf(standings: ReadonlyMap<string, Standing>, scoring: Scoring): BoardSummary {
  const ranked = [...standings]
    .filter(([user, { projects }]) => projects.some(isCounted) && !scoring.excluded.includes(user))
    .sort(byRank)
  const digest = createHash('sha256')
  let [totalProjects, points] = [0, 0]
  for (const [user, standing] of ranked) {
    const { projects, quality, streak, totalPoints } = scoreOf(standing.projects, scoring)
    digest.update(`${user}\t${projects}\t${quality}\t${streak}\t${totalPoints}\n`)
    totalProjects += projects
    points += totalPoints
  }
  const totalParticipants = ranked.length
  const averagePoints = totalParticipants === 0 ? 0 : roundToOneDecimal(points / totalParticipants)
  return { digest: digest.digest('hex'), statistics: { totalProjects, totalParticipants, averagePoints } }
}

const isCounted = (project: DayProject | undefined): boolean => project?.isCounted === true

/** No two participants reached their total with the same event. */
const byRank = ([, left]: [string, Standing], [, right]: [string, Standing]): number =>
  right.totalPoints - left.totalPoints || left.reached - right.reached
