import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { rankIndexEntry } from '@thirty/contracts/rules/rank.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IndexEntry, Projection } from '@thirty/infra/read-models/read-models.ts'
import { evolvePerson, evolveProjects } from './evolve.ts'
import { rankKey, type Participant } from './participant.ts'

/**
 * The board of one run: a document for every participant, under the user's id. Admins have none.
 * Ranked participants stand in `points`, `projects`, `quality`, `streak` (best first, equals in rank order), `joined`,
 * `rated` and `stars` (number and sum of official averages) and `handed-in:<date>` (projects of their latest date, in days since 1970).
 * All stand in `participants`, which nobody leaves. The four by which the board is listed have the names in their ties,
 * so that a search reads the documents of those alone whom it finds.
 */
export function leaderboardProjection(run: number): Projection<Participant> {
  return {
    name: `leaderboard-r${run}`,
    version: 3,
    streams: ['user-', 'deleted-', 'project-'],
    documentIds: (event) => {
      const id = participantOf(event, run)
      return id === undefined ? [] : [id]
    },
    evolve: (participant, event) =>
      userEvents.has(event.type) ? evolvePerson(participant, event) : evolveProjects(participant, event),
    indexEntries: placesOf,
  }
}

const userEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'ProfileChanged',
  'ProfileImageChanged',
  'UserStatusChanged',
  'AccountDeleted',
])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
])

function participantOf(event: RecordedEvent, run: number): string | undefined {
  if (makesPoints(event)) return subjectProject(event.stream, run)?.user
  return userEvents.has(event.type) ? subjectUserId(event.stream) : undefined
}

/** Most ratings are by participants and mean nothing to the board. */
function makesPoints(event: RecordedEvent): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ProjectEvent
  return type === 'ProjectRated' ? data.official : projectEvents.has(type)
}

function placesOf(participant: Participant): Record<string, IndexEntry> {
  const { status, score, reached, joined, names } = participant
  const since = { score: joined }
  if (status !== 'active') return { participants: since }
  const tie = `${rankKey(participant)}${names}`
  const places: Record<string, IndexEntry> = {
    participants: since,
    joined: since,
    points: rankIndexEntry(score, `${reached}${names}`),
    projects: { score: -score.projects, tiebreaker: tie },
    quality: { score: -score.quality, tiebreaker: tie },
    streak: { score: -score.streak, tiebreaker: tie },
  }
  const { rated, stars, handedIn } = participant.tally
  if (rated > 0) {
    places['rated'] = { score: rated }
    places['stars'] = { score: stars }
  }
  // Only the latest date matters: it is asked for today, and who handed in before today counts nothing.
  if (handedIn !== null) places[`handed-in:${handedIn.date}`] = { score: handedIn.count }
  return places
}
