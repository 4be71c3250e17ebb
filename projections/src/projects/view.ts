import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import { projectIn, subjectOf, userIn } from '@thirty/contracts/rules/subject.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Place, View } from '@thirty/infra/views/views.ts'

/** A project that was handed in and not withdrawn. `at` is ISO time of the submission, `ratings` one of each rater. */
export type Project = {
  kind: 'project'
  content: ProjectContent
  owner: string
  day: number
  status: 'submitted' | 'approved' | 'rejected'
  reason: string | null
  at: string
  position: string
  ratings: readonly { rater: string; average: number }[]
}

/** What a card tells about a person. */
export type Owner = {
  kind: 'owner'
  fullName: string
  username: string | null
  picture: string | null
  email: string
}

export type ProjectsDocument = Project | Owner

/** Id of the document about a person. Projects have their own id. */
export const ownerDocument = (user: string): string => `user:${user}`

/**
 * The projects of one run, and the people who handed them in.
 * Projects stand in `all`, `<status>`, `day:<n>` and `day:<n>:<status>` by the time of their submission.
 * Those of one person need no index: their ids can be worked out.
 */
export function projectsView(run: number): View<ProjectsDocument> {
  return {
    name: `projects-r${run}`,
    version: 1,
    streams: ['user-', 'project-'],
    documents: (event) => documentsOf(event, run),
    evolve: (document, event) =>
      userEvents.has(event.type)
        ? evolveOwner(document?.kind === 'owner' ? document : undefined, event)
        : evolveProject(document?.kind === 'project' ? document : undefined, event),
    indexes: (document) => (document.kind === 'project' ? placesOf(document) : {}),
  }
}

const userEvents: ReadonlySet<string> = new Set<UserEvent['type']>([
  'UserRegistered',
  'ProfileChanged',
  'ProfileImageChanged',
])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
])

function documentsOf({ type, stream }: RecordedEvent, run: number): string[] {
  const project = projectEvents.has(type) ? projectIn(stream, run) : undefined
  if (project !== undefined) return [project.id]
  const user = userEvents.has(type) ? userIn(stream) : undefined
  return user === undefined ? [] : [ownerDocument(user)]
}

function evolveOwner(owner: Owner | undefined, event: RecordedEvent): Owner | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & UserEvent
  if (type === 'UserRegistered') {
    const { fullName, username = null, email } = data
    return { kind: 'owner', fullName, username, picture: null, email }
  }
  if (owner === undefined) return undefined
  if (type === 'ProfileImageChanged') return { ...owner, picture: data.image }
  if (type !== 'ProfileChanged') return owner
  const { fullName = owner.fullName } = data
  const username = data.username === undefined ? owner.username : data.username || null
  return { ...owner, fullName, username }
}

function evolveProject(project: Project | undefined, event: RecordedEvent): Project | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') return submitted(event, data)
  if (project === undefined) return undefined
  switch (type) {
    case 'ProjectRevised':
      return { ...project, content: data, status: 'submitted', reason: null }
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...project, status: 'approved', reason: null }
    case 'ProjectRejected':
      return { ...project, status: 'rejected', reason: data.reason ?? null }
    case 'ProjectRated':
      return {
        ...project,
        ratings: withRating(project.ratings, { rater: data.rater, average: averageOf(data.criteria) }),
      }
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return project
    default:
      return project
  }
}

function submitted(event: RecordedEvent, content: ProjectContent): Project | undefined {
  const subject = subjectOf(event.stream)
  if (subject?.kind !== 'project') return undefined
  return {
    kind: 'project',
    content,
    owner: subject.user,
    day: subject.day,
    status: 'submitted',
    reason: null,
    at: event.at,
    position: sortable(event.position),
    ratings: [],
  }
}

function placesOf({ at, position, day, status }: Project): Record<string, Place> {
  const place = { score: Date.parse(at), tie: position }
  const lists = listsOf(day)
  // One after the other, which is several times as quick as a literal with names that are worked out.
  const places: Record<string, Place> = { all: place }
  places[status] = place
  places[lists.all] = place
  places[lists[status]] = place
  return places
}

/** Names of the lists of each day, made once: they are asked for at every change of a project. */
const dayLists = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
}))

function listsOf(day: number): (typeof dayLists)[number] {
  const lists = dayLists[day]
  if (lists === undefined) throw new RangeError(`There is no day ${day}.`)
  return lists
}
