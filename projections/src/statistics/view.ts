import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { projectIn, subjectOf, userIn } from '@thirty/contracts/rules/subject.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Place, View } from '@thirty/infra/views/views.ts'

/** What is counted about a project: `official` holds what each admin gave it. */
export type CountedProject = {
  kind: 'project'
  day: number
  status: 'submitted' | 'approved' | 'rejected'
  official: readonly { rater: string; criteria: Criteria }[]
}

export type CountedUser = { kind: 'user'; status: 'active' | 'inactive' | 'pending' }

export type StatisticsDocument = CountedProject | CountedUser

/** The five, with the names of their indexes. */
const criterionIndexes = (
  ['functionality', 'design', 'innovation', 'codeQuality', 'completeness'] as const
).map((key) => ({ key, starsIndex: `stars:${key}`, givenIndex: `given:${key}` }))

/**
 * The figures of one run. Users stand in `users`, active ones in `active`. Projects stand in the index of their status
 * by day; officially rated ones, unless they are rejected, in `official`, where the score is the sum of their averages, in
 * `ratings`, where it is the number of their ratings, and for each criterion that got stars in `stars:<it>` and
 * `given:<it>` likewise. What is rejected counts neither here nor on the board (decisions, section 6).
 */
export function statisticsView(run: number): View<StatisticsDocument> {
  return {
    name: `statistics-r${run}`,
    version: 2,
    streams: ['user-', 'deleted-', 'project-'],
    documents: (event) => documentsOf(event, run),
    evolve: (document, event) =>
      userEvents.has(event.type)
        ? evolveUser(document?.kind === 'user' ? document : undefined, event)
        : evolveProject(document?.kind === 'project' ? document : undefined, event),
    indexes: (document) => (document.kind === 'user' ? placesOfUser(document) : placesOfProject(document)),
  }
}

const userEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
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

/** Most ratings are by participants and count nothing here. */
function isCounted(event: RecordedEvent): boolean {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ProjectEvent
  return type === 'ProjectRated' ? data.official : projectEvents.has(type)
}

function documentsOf(event: RecordedEvent, run: number): string[] {
  const project = isCounted(event) ? projectIn(event.stream, run) : undefined
  if (project !== undefined) return [project.id]
  const user = userEvents.has(event.type) ? userIn(event.stream) : undefined
  return user === undefined ? [] : [`user:${user}`]
}

function evolveUser(user: CountedUser | undefined, event: RecordedEvent): CountedUser | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'AccountDeleted') return undefined
  if (type === 'UserRegistered') return { kind: 'user', status: 'active' }
  return type === 'UserStatusChanged' && user !== undefined ? { kind: 'user', status: data.status } : user
}

function evolveProject(
  project: CountedProject | undefined,
  event: RecordedEvent,
): CountedProject | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, stream } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') {
    const subject = subjectOf(stream)
    const day = subject?.kind === 'project' ? subject.day : 0
    return { kind: 'project', day, status: 'submitted', official: [] }
  }
  if (project === undefined) return undefined
  switch (type) {
    case 'ProjectRevised':
      return { ...project, status: 'submitted' }
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...project, status: 'approved' }
    case 'ProjectRejected':
      return { ...project, status: 'rejected' }
    case 'ProjectRated':
      if (!data.official) return project
      return {
        ...project,
        official: withRating(project.official, { rater: data.rater, criteria: data.criteria }),
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

const placesOfUser = ({ status }: CountedUser): Record<string, Place> =>
  status === 'active' ? { users: { score: 0 }, active: { score: 0 } } : { users: { score: 0 } }

function placesOfProject({ day, status, official }: CountedProject): Record<string, Place> {
  const places: Record<string, Place> = {}
  places[status] = wholePlace(day)
  if (status === 'rejected' || official.length === 0) return places
  let sum = 0
  for (const { criteria } of official) sum += averageOf(criteria)
  places['ratings'] = wholePlace(official.length)
  places['official'] = { score: sum }
  for (const criterion of criterionIndexes) addCriterion(places, criterion, official)
  return places
}

function addCriterion(
  places: Record<string, Place>,
  { key, starsIndex, givenIndex }: (typeof criterionIndexes)[number],
  official: CountedProject['official'],
): void {
  let [stars, given] = [0, 0]
  for (const { criteria } of official) {
    if (criteria[key] === 0) continue
    stars += criteria[key]
    given += 1
  }
  if (given === 0) return
  places[givenIndex] = wholePlace(given)
  places[starsIndex] = wholePlace(stars)
}

/** The usual scores are small whole numbers: their places are shared by all projects. */
const smallPlaces: readonly Place[] = Array.from({ length: 64 }, (_, score) => ({ score }))

const wholePlace = (score: number): Place => smallPlaces[score] ?? { score }
