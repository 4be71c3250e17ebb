// How events change the document of a participant: events about the person, and events about the projects.

import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  evolveProject,
  isCounted,
  lifeEvents,
  type LifeEvent,
} from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents, type DeletionEvent } from '@thirty/contracts/accounts/events.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { streamSubject } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import {
  dateOf,
  scoreOfRatings,
  withProjects,
  withStanding,
  type BoardRules,
  type Participant,
  tallyProjects,
  type BoardProject,
} from './participant.ts'

const personEvents = {
  ...pickEvents(
    userEvents,
    'UserRegistered',
    'ProfileChanged',
    'ProfileImageChanged',
    'UserStatusChanged',
    'AdminRightsGranted',
  ),
  ...deletionEvents,
}

export const boardEvents = { ...personEvents, ...lifeEvents }

export type BoardEvent = RecordedEventOf<typeof boardEvents>
export type PersonEvent = RecordedEventOf<typeof personEvents>
/** What an event about a project says for the leaderboard. */
export type BoardProjectEvent = LifeEvent & Pick<RecordedEvent, 'stream' | 'at' | 'position'>

export const isPersonEvent = (event: BoardEvent): event is PersonEvent =>
  Object.hasOwn(personEvents, event.type)

/** Returns the participant after an event about the person; `undefined` for an admin. Dates are in the time zone of the challenge. */
export function evolvePerson(
  participant: Participant | undefined,
  event: PersonEvent,
  rules: BoardRules,
): Participant | undefined {
  if (event.type === 'AccountDeleted') return forgetPerson(participant, event.data, event, rules)
  if (event.type === 'UserRegistered')
    return event.data.role === 'admin' ? undefined : newParticipant(event, rules, event.data)
  // A command in flight while the account was deleted may still append events about the person.
  if (participant === undefined || participant.isGone) return participant
  switch (event.type) {
    case 'ProfileChanged': {
      const { data } = event
      const name = data.fullName ?? participant.name
      const username = data.username === undefined ? participant.username : data.username || null
      return { ...participant, name, username }
    }
    case 'ProfileImageChanged':
      return { ...participant, picture: event.data.image }
    // Admins are not ranked, regardless of what they did as participants.
    case 'AdminRightsGranted':
      return undefined
    case 'UserStatusChanged':
      return withStanding({ ...participant, status: event.data.status }, event, rules)
  }
}

/**
 * Returns the participant after the deletion of the account: without the personal data, but with all standings. In a
 * rebuild the registration is no longer in the log, so its effects are restored from the data of the deletion.
 */
function forgetPerson(
  participant: Participant | undefined,
  { role, status, registered: { at, position } }: DeletionEvent['data'],
  event: RecordedEvent,
  rules: BoardRules,
): Participant | undefined {
  if (role === 'admin') return undefined
  const registered = newParticipant({ at, position: BigInt(position) }, rules)
  const before = participant ?? registered
  const { username, picture, joined, latest: firstStanding } = registered
  const name = standIn('deletedPerson', 'name')
  const anonymous = { ...before, ...name, username, picture, joined, isGone: true as const }
  const [oldestStanding = before.latest] = before.history
  const complete =
    firstStanding.date < oldestStanding.date
      ? { ...anonymous, history: [firstStanding, ...before.history] }
      : anonymous
  return complete.status === status ? complete : withStanding({ ...complete, status }, event, rules)
}

/**
 * Returns a participant without projects. `person` is missing for somebody who never had an account here, and until the deletion is known.
 */
function newParticipant(
  event: Pick<RecordedEvent, 'at' | 'position'>,
  rules: BoardRules,
  person?: { fullName: string; username?: string | undefined },
): Participant {
  const { timeZone, isExcluded } = rules
  const { score, tally } = tallyProjects([], rules)
  const reached = sortablePosition(event.position)
  return {
    ...(person ? { name: person.fullName } : standIn('personElsewhere', 'name')),
    username: person?.username ?? null,
    picture: null,
    status: 'active',
    joined: Date.parse(event.at),
    projects: [],
    score,
    tally,
    reached,
    latest: { date: dateOf(event.at, timeZone), score: isExcluded ? null : score, reached },
    history: [],
    ...(isExcluded && { isExcluded }),
  }
}

export function evolveProjects(
  participant: Participant | undefined,
  event: BoardProjectEvent,
  rules: BoardRules,
): Participant | undefined {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return participant
  // If there is no participant yet, there never was an account here, or its registration was removed from the log.
  const before = participant ?? newParticipant(event, rules)
  // From the end, because most events are about the latest days.
  const index = before.projects.findLastIndex(({ day }) => day < subject.day) + 1
  const current = before.projects[index]?.day === subject.day ? before.projects[index] : undefined
  const changed = changeProject(current, event, subject, rules.scoring)
  if (changed === current) return participant
  const projects = before.projects.toSpliced(index, current ? 1 : 0, ...(changed ? [changed] : []))
  // Such as an approval, which changes no points.
  if (current && changed && isCounted(current) === isCounted(changed) && current.score === changed.score)
    return { ...before, projects }
  return withProjects(before, projects, event, rules)
}

function changeProject(
  project: BoardProject | undefined,
  event: BoardProjectEvent,
  { id, day }: { id: string; day: number },
  scoring: Scoring,
): BoardProject | undefined {
  const life = evolveProject(project, event, officialRating)
  if (life === undefined || (life === project && event.type !== 'ProjectRevised')) return life && project
  const score = life.official === project?.official ? project.score : scoreOfRatings(life.official, scoring)
  const named = 'projectName' in event.data && { name: event.data.projectName, image: event.data.image }
  if (event.type === 'ProjectSubmitted') {
    const { projectName: name, image } = event.data
    return { id, day, name, image, at: Date.parse(event.at), ...life, score }
  }
  return project && { ...project, status: life.status, official: life.official, ...named, score }
}

const officialRating = ({ data: { rater, criteria } }: BoardProjectEvent & { type: 'ProjectRated' }) => ({
  rater,
  average: calculateRatingAverage(criteria),
})
