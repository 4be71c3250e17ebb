// The messages to webhooks: which events are sent, and what the message about an event says; and the messages about starts and ends of the
// challenge, which follow from the time. Also what `collector.ts` knows for them: how far it has read the log, the webhooks and the
// challenge as of there, and which starts and ends it has announced.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf, pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { isLifeEvent, lifeChanges, lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import {
  isInHistory,
  publicHistory,
  type CurrentRun,
  currentRun,
} from '@thirty/contracts/challenge/history.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import {
  parseProjectId,
  projectIdFromStream,
  userIdFromStream,
} from '@thirty/contracts/projects/project-id.ts'
import type { WebhookType } from '@thirty/contracts/webhooks/webhooks.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { challengeStream, webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import { webhookEvents, recordedWebhooks, type Webhooks } from '@thirty/contracts/webhooks/events.ts'
import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
  type Runs,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEnd } from '@thirty/contracts/challenge/challenge-day.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import type { RecordedEvent, EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { EntryStore, NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import { z } from 'zod'
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

/** Positions do not fit into the numbers of JSON. */
const position = z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String })

/** The start and the end (milliseconds since 1970) of a run that receivers were notified about; null if they were not. */
const announced = z.object({
  run: z.int(),
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
})
type Announced = z.infer<typeof announced>

/**
 * How far the log was read, and which starts and ends receivers were notified about. `seen` is the newest event up to there
 * of any stream, or the last one that was read, where only that is known.
 */
const storedProgress = z.object({
  position,
  seen: z.object({ position, id: z.string(), stream: z.string(), revision: z.int() }).optional(),
  announced,
})
export type Progress = z.infer<typeof storedProgress>

const place = { group: 'webhooks', id: 'progress' }

/** Returns what was stored; `undefined` if there is nothing, or another release stored it in another form. */
export const loadProgress = async (store: Pick<EntryStore, 'load'>): Promise<Progress | undefined> =>
  storedProgress.safeParse((await store.load(place.group, place.id))?.document).data

export const progressEntry = (progress: Progress): NewEntry => ({
  ...place,
  due: null,
  document: z.encode(storedProgress, progress),
})

/** The webhooks and the challenge at a place in the log. */
export type Known = { webhooks: Webhooks; challenge: ChallengeState }

/** Returns what is known after an event. */
export function evolveKnown(known: Known, event: RecordedEvent): Known {
  if (isEventOf(webhookEvents, event))
    return { ...known, webhooks: recordedWebhooks.evolve(known.webhooks, event) }
  if (isEventOf(challengeEvents, event))
    return { ...known, challenge: evolveChallenge(known.challenge, event) }
  return known
}

/** Returns what was known at a position. */
export async function loadKnown(log: Pick<EventLog, 'read'>, upTo: bigint): Promise<Known> {
  let known: Known = { webhooks: new Map(), challenge: initialChallenge }
  for (const stream of [challengeStream, webhooksStream])
    for await (const event of log.read(stream)) {
      if (event.position > upTo) break
      known = evolveKnown(known, event)
    }
  return known
}

type Moment = { runs: Runs; now: number; timeZone: string }

/** Returns what has happened by now, so that it is not announced. A run that continues from a backup has started long ago. */
export function announcedBy({ runs, now, timeZone }: Moment): Announced {
  const { run, startsAt, endsAt } = currentRun(runs)
  const end = challengeEnd({ startsAt, endsAt }, timeZone)
  return {
    run,
    startsAt: startsAt !== undefined && startsAt <= now ? startsAt : null,
    endsAt: end !== undefined && end <= now ? end : null,
  }
}

/**
 * Returns the messages about starts and ends that have come since, and what has come `after` them. A start and an end may be set for
 * later, and then no event is stored when they come, so they follow from the time. An end that was undone and comes again is announced again.
 */
export function announce(before: Announced, moment: Moment & { position: bigint }) {
  const after = announcedBy(moment)
  // A reset or a restore has its own message.
  if (after.run !== before.run) return { messages: [], after }
  const { run, startsAt, endsAt } = after
  const messages: Message[] = []
  const came = (time: number, suffix: string) => ({
    at: isoTime(time),
    suffix: `${suffix} ${run} ${time}`,
    position: moment.position,
    subjects: [],
  })
  if (startsAt !== null && startsAt !== before.startsAt) {
    const data = { run, startsAt: isoTime(startsAt) }
    messages.push({ type: 'challenge.started', ...came(startsAt, 'started'), data })
  }
  if (endsAt !== null && endsAt !== before.endsAt) {
    const data = { run, endsAt: isoTime(endsAt) }
    messages.push({ type: 'challenge.ended', ...came(endsAt, 'then ended'), data })
  }
  return { messages, after }
}
