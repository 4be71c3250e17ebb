// Which events are sent to webhooks, and what the message about an event says.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf, pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { isLifeEvent, lifeChanges, lifeEvents } from '@thirty/contracts/projects/project-life.ts'
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
import type { Fold, Commands } from '../../fold.ts'
import { personOf } from '../../people.ts'
import type { Message } from './stored-delivery.ts'

const announcedEvents = {
  ...lifeEvents,
  ...pickEvents(challengeEvents, 'ChallengeReset', 'BackupRestored'),
  ...pickEvents(userEvents, 'UserRegistered'),
}
type AnnouncedEvent = RecordedEvent & EventOf<typeof announcedEvents>

/** An event that is sent to webhooks, with the type of the message. */
export type Announcement = { event: AnnouncedEvent; type: WebhookType }

/**
 * Returns which message webhooks receive about an event, `undefined` for none. Events of projects count for the current run only: an
 * import appends events of an old run.
 */
export function announcementOf(
  event: RecordedEvent,
  { run }: Pick<CurrentRun, 'run'>,
): Announcement | undefined {
  if (!isEventOf(announcedEvents, event)) return undefined
  if (isLifeEvent(event))
    return event.metadata.run === run ? { event, type: `project.${lifeChanges[event.type]}` } : undefined
  if (event.type === 'UserRegistered')
    return event.data.role === 'participant' ? { event, type: 'participant.joined' } : undefined
  return { event, type: event.type === 'ChallengeReset' ? 'challenge.reset' : 'challenge.restored' }
}

const projectNameFold: Fold<
  string,
  EventOf<Pick<typeof projectEvents, 'ProjectSubmitted' | 'ProjectRevised'>>
> = {
  events: pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectRevised'),
  initial: '',
  evolve: (_name, event) => event.data.projectName,
}

/** Returns the message about an event, with today's names. A frozen leaderboard hides the stars of a rating from receivers, too. */
export async function messageOf(
  { event, type }: Announcement,
  { history, frozenAt }: Pick<CurrentRun, 'history' | 'frozenAt'>,
  commands: Pick<Commands, 'load'>,
): Promise<Message> {
  const { at, position, id: suffix, stream } = event
  const subjects: string[] = []
  const person = async (id: string) => {
    subjects.push(id)
    return { id, ...nameAs('name', await personOf(commands, id)) }
  }
  const project = async () => {
    const id = projectIdFromStream(stream) ?? ''
    const { day = 0, run = 0, user = '' } = parseProjectId(id) ?? {}
    const { state: name } = await commands.load(stream, projectNameFold)
    return { id, name, day, run, participant: await person(user) }
  }
  const facts = async (): Promise<Message['data']> => {
    switch (event.type) {
      case 'ProjectSubmitted':
      case 'ProjectRevised':
      case 'ProjectWithdrawn':
        return { project: await project() }
      case 'ProjectApproved':
      case 'ProjectRejected':
        return { project: await project(), by: await person(event.data.by) }
      case 'ProjectRated': {
        const { rater, official, criteria } = event.data
        const figures = isInHistory(publicHistory(history, frozenAt), event)
          ? { average: calculateRatingAverage(criteria), criteria }
          : { average: null, criteria: null }
        return { project: await project(), by: await person(rater), official, ...figures }
      }
      case 'ChallengeReset':
        return { run: event.data.run, by: await person(event.metadata.actor ?? '') }
      case 'BackupRestored': {
        const { run, backup } = event.data
        return { run, backup, by: await person(event.metadata.actor ?? '') }
      }
      case 'UserRegistered':
        return { participant: await person(userIdFromStream(stream) ?? '') }
    }
  }
  return { type, data: await facts(), at, position, suffix, subjects }
}
