import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { oneDecimal } from '@thirty/contracts/rules/points.ts'
import { projectOfStream, projectParts, userOfStream } from '@thirty/contracts/rules/project-id.ts'
import { placeOf } from '@thirty/contracts/rules/rank.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Place, View } from '@thirty/infra/views/views.ts'
import { evolvePerson, evolveProjects } from './evolve.ts'
import { dateOf, isCounted, type BoardProject, type Participant } from './participant.ts'

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

function placesOf({ status, score, reached, joined, projects, history }: Participant): Record<string, Place> {
  const places: Record<string, Place> = { participants: { score: joined } }
  if (status !== 'active') return places
  const tie = history.at(-1)?.place ?? ''
  places['joined'] = { score: joined }
  places['points'] = placeOf({ ...score, reached: BigInt(reached) })
  places['projects'] = { score: -score.projects, tie }
  places['quality'] = { score: -score.quality, tie }
  places['streak'] = { score: -score.streak, tie }
  addOfficial(places, projects)
  addLatestDate(places, projects)
  return places
}

function addOfficial(places: Record<string, Place>, projects: readonly BoardProject[]): void {
  let [rated, stars] = [0, 0]
  for (const project of projects) {
    if (project.score === null || !isCounted(project)) continue
    rated += 1
    stars += project.score
  }
  if (rated === 0) return
  places['rated'] = { score: rated }
  places['stars'] = { score: oneDecimal(stars) }
}

/** Only the latest date matters: it is asked for today, and who handed in before today counts nothing. */
function addLatestDate(places: Record<string, Place>, projects: readonly BoardProject[]): void {
  let [latest, count] = ['', 0]
  for (const project of projects) {
    const date = dateOf(project.at)
    if (date < latest || !isCounted(project)) continue
    count = date === latest ? count + 1 : 1
    latest = date
  }
  if (count > 0) places[`handed-in:${latest}`] = { score: count }
}
