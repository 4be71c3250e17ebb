import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { averageOf, meanOf } from '@thirty/contracts/rules/points.ts'
import { projectOfStream, projectParts } from '@thirty/contracts/rules/project-id.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { isCounted, noted, settled, type BoardProject, type Participant } from './participant.ts'

/** A participant after something about the person; nobody after the registration of an admin. */
export function evolvePerson(
  participant: Participant | undefined,
  event: RecordedEvent,
): Participant | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & UserEvent
  if (type === 'UserRegistered') return data.role === 'admin' ? undefined : registered(event, data)
  if (participant === undefined) return undefined
  switch (type) {
    case 'ProfileChanged': {
      const name = data.fullName ?? participant.name
      const username = data.username === undefined ? participant.username : data.username || null
      return { ...participant, name, username }
    }
    case 'ProfileImageChanged':
      return { ...participant, picture: data.image }
    case 'UserStatusChanged':
      return noted({ ...participant, status: data.status }, event)
    case 'SignInProviderLinked':
    case 'SessionsRevoked':
    case 'PreferencesChanged':
    case 'BookmarkAdded':
    case 'BookmarkRemoved':
      return participant
    default:
      return participant
  }
}

/** `who` is missing when a person's stream was removed: the standings stay, the name does not. */
function registered(
  event: RecordedEvent,
  who?: { fullName: string; username?: string | undefined },
): Participant {
  const blank: Participant = {
    name: who?.fullName ?? 'Deleted participant',
    username: who?.username ?? null,
    picture: null,
    status: 'active',
    joined: Date.parse(event.at),
    projects: [],
    score: { totalPoints: 0, projects: 0, quality: 0, streak: 0 },
    reached: sortable(event.position),
    history: [],
  }
  return noted(blank, event)
}

/** A participant after something about one of the projects. */
export function evolveProjects(
  participant: Participant | undefined,
  event: RecordedEvent,
): Participant | undefined {
  const id = projectOfStream(event.stream) ?? ''
  const before = participant ?? registered(event)
  const present = before.projects.find((each) => each.id === id)
  const changed = changedProject(present, event, id)
  if (changed === present) return participant
  const projects = withProject(before.projects, id, changed)
  return countsTheSame(present, changed) ? { ...before, projects } : settled(before, projects, event)
}

/** The projects with one of them changed, added or taken away, in the order of their days. */
function withProject(
  projects: readonly BoardProject[],
  id: string,
  changed: BoardProject | undefined,
): BoardProject[] {
  const others = projects.filter((each) => each.id !== id)
  if (changed === undefined) return others
  const later = others.findIndex((each) => each.day > changed.day)
  others.splice(later < 0 ? others.length : later, 0, changed)
  return others
}

/** Whether a change of a project, such as its approval, leaves the score as it is. */
function countsTheSame(before: BoardProject | undefined, after: BoardProject | undefined): boolean {
  if (before === undefined || after === undefined) return false
  return isCounted(before) === isCounted(after) && before.score === after.score
}

function changedProject(
  present: BoardProject | undefined,
  event: RecordedEvent,
  id: string,
): BoardProject | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, at } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') {
    const day = projectParts(id)?.day ?? 0
    return {
      id,
      day,
      name: data.projectName,
      image: data.image,
      status: 'submitted',
      at,
      official: {},
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
      return data.official ? rated(present, data.rater, averageOf(data.criteria)) : present
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
  const official = { ...project.official, [rater]: average }
  return { ...project, official, score: meanOf(Object.values(official)) }
}
