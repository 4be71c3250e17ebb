import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { namesSuffix } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import { calculateRatingAverage, calculateMean } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { streamSubject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  utcDate,
  recordStanding,
  applyProjectChange,
  type BoardProject,
  type Participant,
} from './participant.ts'
import { isCounted, emptyTally } from './tally.ts'

/** A participant after something about the person; nobody after the registration of an admin. */
export function evolvePerson(
  participant: Participant | undefined,
  event: RecordedEvent,
): Participant | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'AccountDeleted') return forgotten(participant, data, event)
  if (type === 'UserRegistered') return data.role === 'admin' ? undefined : registered(event, data)
  // A command that was under way when the account was deleted may still speak of the person.
  if (participant === undefined || participant.isGone) return participant
  switch (type) {
    case 'ProfileChanged': {
      const name = data.fullName ?? participant.name
      const username = data.username === undefined ? participant.username : data.username || null
      return { ...participant, name, username, names: namesSuffix(name, username) }
    }
    case 'ProfileImageChanged':
      return { ...participant, picture: data.image }
    case 'UserStatusChanged':
      return recordStanding({ ...participant, status: data.status }, event)
    case 'SignInProviderLinked':
    case 'UsernameClaimed':
    case 'UsernameClaimDropped':
    case 'SessionsRevoked':
    case 'SessionEnded':
    case 'PreferencesChanged':
    case 'BookmarkAdded':
    case 'BookmarkRemoved':
      return participant
    default:
      return participant
  }
}

/**
 * A participant whose account is gone: the standings stay, the name does not. Where the board is built anew, nobody has
 * heard of the registration, and what hangs on it is put back.
 */
function forgotten(
  participant: Participant | undefined,
  { role, status, registered: { at, position } }: DeletionEvent['data'],
  event: RecordedEvent,
): Participant | undefined {
  if (role === 'admin') return undefined
  const beginning = registered({ at, position: BigInt(position) })
  const present = participant ?? beginning
  const { name, username, names, picture, joined, latest } = beginning
  const nameless = { ...present, name, username, names, picture, joined, isGone: true as const }
  const [first = present.latest] = present.history
  const whole = latest.date < first.date ? { ...nameless, history: [latest, ...present.history] } : nameless
  return whole.status === status ? whole : recordStanding({ ...whole, status }, event)
}

/** `who` is missing for a person whose stream was removed. */
function registered(
  event: Pick<RecordedEvent, 'at' | 'position'>,
  who?: { fullName: string; username?: string | undefined },
): Participant {
  const score = { totalPoints: 0, projects: 0, quality: 0, streak: 0 }
  const reached = sortablePosition(event.position)
  const name = who?.fullName ?? 'Deleted participant'
  const username = who?.username ?? null
  return {
    name,
    username,
    names: namesSuffix(name, username),
    picture: null,
    status: 'active',
    joined: Date.parse(event.at),
    projects: [],
    score,
    tally: emptyTally,
    reached,
    latest: { date: utcDate(event.at), score, reached },
    history: [],
  }
}

/** A participant after something about one of the projects. */
export function evolveProjects(
  participant: Participant | undefined,
  event: RecordedEvent,
): Participant | undefined {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return participant
  // Nobody heard of the registration: it was before, and was removed with the person's stream.
  const before = participant ?? registered({ at: event.at, position: event.position - 1n })
  const at = placeOfDay(before.projects, subject.day)
  const present = before.projects[at]?.day === subject.day ? before.projects[at] : undefined
  const changed = changedProject(present, event, subject)
  if (changed === present) return participant
  const projects = withProject(before.projects, at, present, changed)
  return countsTheSame(present, changed)
    ? { ...before, projects }
    : applyProjectChange(before, projects, { before: present, after: changed }, event)
}

/** Where the project of a day stands among the others, or would stand. */
function placeOfDay(projects: readonly BoardProject[], day: number): number {
  let at = projects.length
  while (at > 0 && (projects[at - 1]?.day ?? 0) >= day) at -= 1
  return at
}

/** The projects after the one at a place was changed, taken away, or put in there. */
function withProject(
  projects: readonly BoardProject[],
  at: number,
  before: BoardProject | undefined,
  after: BoardProject | undefined,
): readonly BoardProject[] {
  if (after === undefined) return projects.toSpliced(at, 1)
  return before === undefined ? projects.toSpliced(at, 0, after) : projects.with(at, after)
}

/** Whether a change of a project, such as its approval, leaves the score as it is. */
function countsTheSame(before: BoardProject | undefined, after: BoardProject | undefined): boolean {
  if (before === undefined || after === undefined) return false
  return isCounted(before) === isCounted(after) && before.score === after.score
}

function changedProject(
  present: BoardProject | undefined,
  event: RecordedEvent,
  { id, day }: { id: string; day: number },
): BoardProject | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, at } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') {
    return {
      id,
      day,
      name: data.projectName,
      image: data.image,
      status: 'submitted',
      at: Date.parse(at),
      official: [],
      score: null,
    }
  }
  if (present === undefined) return undefined
  switch (type) {
    case 'ProjectRevised':
      return { ...present, name: data.projectName, image: data.image, status: 'submitted' }
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...present, status: 'approved' }
    case 'ProjectRejected':
      return { ...present, status: 'rejected' }
    case 'ProjectRated':
      return data.official ? rated(present, data.rater, calculateRatingAverage(data.criteria)) : present
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return present
    default:
      return present
  }
}

function rated(project: BoardProject, rater: string, average: number): BoardProject {
  const official = withRating(project.official, { rater, average })
  return { ...project, official, score: calculateMean(official.map((each) => each.average)) }
}
