import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { oneDecimal } from '@thirty/contracts/rules/points.ts'
import { projectOfStream, projectParts, userOfStream } from '@thirty/contracts/rules/project-id.ts'
import { placeOf } from '@thirty/contracts/rules/rank.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Place, View } from '@thirty/infra/views/views.ts'
import { evolvePerson, evolveProjects } from './evolve.ts'
import {
  countedProjects,
  dateOf,
  isRanked,
  officialScore,
  placeText,
  type Participant,
} from './participant.ts'

/**
 * The board of one run: a document for every participant, under the user's id. Admins have none.
 * Ranked participants stand in `points`, `projects`, `quality`, `streak` (best first, equals in rank order), `joined`,
 * `rated` and `stars` (number and sum of official averages) and `handed-in:<date>` (projects of their latest date).
 * All stand in `participants`, which nobody leaves.
 */
export function leaderboardView(run: number): View<Participant> {
  return {
    name: `leaderboard-r${run}`,
    version: 1,
    streams: ['user-', 'project-'],
    documents: (event) => {
      const id = participantOf(event, run)
      return id === undefined ? [] : [id]
    },
    evolve: (participant, event) =>
      userEvents.has(event.type) ? evolvePerson(participant, event) : evolveProjects(participant, event),
    indexes: placesOf,
  }
}

const userEvents: ReadonlySet<string> = new Set<UserEvent['type']>([
  'UserRegistered',
  'ProfileChanged',
  'ProfileImageChanged',
  'UserStatusChanged',
])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
])

function participantOf({ type, stream }: RecordedEvent, run: number): string | undefined {
  if (userEvents.has(type)) return userOfStream(stream)
  if (!projectEvents.has(type)) return undefined
  const parts = projectParts(projectOfStream(stream) ?? '')
  return parts?.run === run ? parts.user : undefined
}

function placesOf(participant: Participant): Record<string, Place> {
  const { score, reached, joined } = participant
  if (!isRanked(participant)) return { participants: { score: joined } }
  const tie = placeText(participant)
  return {
    participants: { score: joined },
    joined: { score: joined },
    points: placeOf({ ...score, reached: BigInt(reached) }),
    projects: { score: -score.projects, tie },
    quality: { score: -score.quality, tie },
    streak: { score: -score.streak, tie },
    ...officialPlaces(participant),
    ...latestDate(participant),
  }
}

function officialPlaces(participant: Participant): Record<string, Place> {
  const scores = countedProjects(participant)
    .map(officialScore)
    .filter((score) => score !== null)
  if (scores.length === 0) return {}
  const stars = oneDecimal(scores.reduce((sum, score) => sum + score, 0))
  return { rated: { score: scores.length }, stars: { score: stars } }
}

/** Only the latest date matters: it is asked for today, and who handed in before today counts nothing. */
function latestDate(participant: Participant): Record<string, Place> {
  const dates = countedProjects(participant).map(({ at }) => dateOf(at))
  const latest = dates.sort().at(-1)
  if (latest === undefined) return {}
  return { [`handed-in:${latest}`]: { score: dates.filter((date) => date === latest).length } }
}
