// Which events are sent to webhooks, and what the message about an event says.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf, pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import {
  isLifeEvent,
  isStatusEvent,
  lifeChanges,
  lifeEvents,
} from '@thirty/contracts/projects/project-life.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import { isInHistory, publicHistory, type CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import {
  parseProjectId,
  projectIdFromStream,
  userIdFromStream,
} from '@thirty/contracts/projects/project-id.ts'
import type { WebhookType } from '@thirty/contracts/webhooks/webhooks.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import { personOf } from '../../later-changes.ts'
import type { Message } from './stored-delivery.ts'

const announcedEvents = {
  ...lifeEvents,
  ...pickEvents(challengeEvents, 'ChallengeReset', 'BackupRestored'),
  ...pickEvents(userEvents, 'UserRegistered'),
}
type AnnouncedEvent = RecordedEvent & EventOf<typeof announcedEvents>

function typeOf(event: AnnouncedEvent): WebhookType {
  if (isLifeEvent(event)) return `project.${lifeChanges[event.type]}`
  switch (event.type) {
    case 'ChallengeReset':
      return 'challenge.reset'
    case 'BackupRestored':
      return 'challenge.restored'
    case 'UserRegistered':
      return 'participant.joined'
  }
}

/** An event that may be sent to webhooks, with the type of the message. `isHidden`: a frozen leaderboard hides the rating. */
export type Announcement = { event: AnnouncedEvent; type: WebhookType; isHidden: boolean }

/**
 * Returns the message that webhooks receive about an event, `undefined` for none. Events of projects count for the current run only: an
 * import appends events of an old run.
 */
export function announcementOf(
  event: RecordedEvent,
  { run, history, frozenAt }: CurrentRun,
): Announcement | undefined {
  if (!isEventOf(announcedEvents, event)) return undefined
  if (event.type === 'UserRegistered' && event.data.role !== 'participant') return undefined
  const isOfProject = isLifeEvent(event)
  if (isOfProject && event.metadata.run !== run) return undefined
  const isHidden = isOfProject && !isInHistory(publicHistory(history, frozenAt), event)
  return { event, type: typeOf(event), isHidden }
}

const projectNameFold: Fold<
  string,
  EventOf<Pick<typeof projectEvents, 'ProjectSubmitted' | 'ProjectRevised'>>
> = {
  events: pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectRevised'),
  initial: '',
  evolve: (_name, event) => event.data.projectName,
}

/** Returns the message about an event, with today's names. */
export async function messageOf(
  { event, isHidden }: Announcement,
  commands: Pick<Commands, 'load'>,
): Promise<Message> {
  const subjects: string[] = []
  const person = async (id: string) => {
    subjects.push(id)
    return { id, ...nameAs('name', await personOf(commands, id)) }
  }
  const base = { at: event.at, position: event.position, suffix: event.id, subjects }
  const project = async () => {
    const id = projectIdFromStream(event.stream) ?? ''
    const { day = 0, run = 0, user = '' } = parseProjectId(id) ?? {}
    const { state: name } = await commands.load(event.stream, projectNameFold)
    return { id, name, day, run, participant: await person(user) }
  }
  if (isStatusEvent(event)) {
    if (event.type === 'ProjectApproved' || event.type === 'ProjectRejected') {
      const reviewed = { project: await project(), by: await person(event.data.by) }
      return { type: `project.${lifeChanges[event.type]}`, ...base, data: reviewed }
    }
    return { type: `project.${lifeChanges[event.type]}`, ...base, data: { project: await project() } }
  }
  switch (event.type) {
    case 'ProjectRated': {
      const { rater, official, criteria } = event.data
      const figures = isHidden
        ? { average: null, criteria: null }
        : { average: calculateRatingAverage(criteria), criteria }
      const reviewed = { project: await project(), by: await person(rater) }
      return { type: 'project.rated', ...base, data: { ...reviewed, official, ...figures } }
    }
    case 'ChallengeReset': {
      const by = await person(event.metadata.actor ?? '')
      return { type: 'challenge.reset', ...base, data: { run: event.data.run, by } }
    }
    case 'BackupRestored': {
      const by = await person(event.metadata.actor ?? '')
      const { run, backup } = event.data
      return { type: 'challenge.restored', ...base, data: { run, backup, by } }
    }
    case 'UserRegistered': {
      const participant = await person(userIdFromStream(event.stream) ?? '')
      return { type: 'participant.joined', ...base, data: { participant } }
    }
  }
}
