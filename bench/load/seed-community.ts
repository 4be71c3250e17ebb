// Seeds a community in the log of a folder: participants who submit projects, and the reviews of these projects.

import { randomUUID } from 'node:crypto'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import type { ExpectedRevision, NewEvent } from '@thirty/infra/event-log/event-log.ts'

export type Append = { stream: string; events: readonly NewEvent[]; expected: ExpectedRevision }

/**
 * The size of a community. `startedDaysAgo` defaults to `days`; `registrationIntervalMs` to 0, which registers all
 * participants at once.
 */
export type Community = {
  participants: number
  days: number
  startedDaysAgo?: number
  registrationIntervalMs?: number
}

const run = 1
const dayMs = 86_400_000

/** Returns the id of the participant with a number. */
export const participantId = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
export const adminId = participantId(0xad_0000_0000)

/** Returns the id of a participant's project for a day. */
export const participantProjectId = (number: number, day: number): string =>
  projectId({ run, day, user: participantId(number) })

/**
 * Yields the events of a community, day by day: some participants submit daily and others now and then; most projects are
 * approved and rated by the admin, and some by other participants too. Deterministic except for the ids of events. The
 * challenge is over, so that no day begins and no reminder is sent during a benchmark; every day is open for submissions.
 */
export function* communityEvents({
  participants,
  days,
  startedDaysAgo = days,
  registrationIntervalMs = 0,
}: Community): Generator<Append> {
  const now = Date.now()
  const begin = now - (startedDaysAgo - 1) * dayMs
  yield { stream: 'challenge', events: [started(now - totalDays * dayMs)], expected: 'none' }
  yield registered(adminId, { number: 0, role: 'admin', at: begin })
  for (let number = 0; number < participants; number++)
    yield registered(participantId(number), {
      number,
      role: 'participant',
      at: begin + number * registrationIntervalMs,
    })
  for (let day = 1; day <= days; day++) {
    const at = begin + (day - 1) * dayMs
    for (let number = 0; number < participants; number++)
      if (submits(number, day)) yield submission(number, day, at)
    for (let number = 0; number < participants; number++)
      if (submits(number, day)) yield reviews(number, day, { at, participants })
  }
}

/** Appends all events to the log of a folder; returns how many there are. */
export async function seedEventLog(folder: string, appends: Iterable<Append>): Promise<number> {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  let [count, pending]: [number, Promise<unknown>[]] = [0, []]
  for (const { stream, events, expected } of appends) {
    pending.push(log.append(stream, events, expected))
    count += events.length
    if (pending.length < 4_096) continue
    await Promise.all(pending)
    pending = []
  }
  await Promise.all(pending)
  await log.close()
  return count
}

/** Returns a pseudo-random number from 0 to 99 that depends only on its arguments. */
const chance = (...numbers: readonly number[]): number =>
  numbers.reduce((mixed, number) => Math.imul(mixed ^ number, 0x9e3779b1) >>> 7, 0x51ed27) % 100

/** Participants submit on between a fifth and nine tenths of all days. */
const submits = (number: number, day: number): boolean => chance(number, day) < 20 + chance(number, 31) * 0.7

const isRejected = (number: number, day: number): boolean => chance(number, day, 1) < 10

/** Whether the project of a participant for a seeded day exists and is approved. */
export const isApproved = (number: number, day: number): boolean =>
  submits(number, day) && !isRejected(number, day)

function event(type: string, data: unknown, { at, actor }: { at: number; actor?: string }): NewEvent {
  const metadata = { correlation: randomUUID(), run, ...(actor !== undefined && { actor }) }
  return { id: randomUUID(), type, version: 1, at: new Date(at).toISOString(), data, metadata }
}

const started = (at: number) =>
  event('ChallengeStarted', { run, startsAt: new Date(at).toISOString() }, { at })

type Person = { number: number; role: 'participant' | 'admin'; at: number }

function registered(id: string, { number, role, at }: Person): Append {
  const name = role === 'admin' ? 'admin' : `participant_${number}`
  const data = { fullName: `${role} ${number}`, username: name, email: `${name}@thirty.test`, role }
  return {
    stream: `user-${id}`,
    events: [event('UserRegistered', data, { at, actor: id })],
    expected: 'none',
  }
}

function submission(number: number, day: number, at: number): Append {
  const data = {
    projectName: `Day ${day}: a small thing that works`,
    description: 'Keeps a list of what was promised to whom, and reminds one gently before it is too late.',
    languages: 'TypeScript, CSS',
    frameworks: 'React',
    liveLink: `https://day-${day}.example/${number}`,
    repoLink: `https://code.example/${number}/day-${day}`,
    image: `${number.toString(16).padStart(16, '0')}${day.toString(16).padStart(16, '0')}.webp`,
  }
  const actor = participantId(number)
  return {
    stream: projectStream(participantProjectId(number, day)),
    events: [event('ProjectSubmitted', data, { at: at + number, actor })],
    expected: 'none',
  }
}

/**
 * Returns the reviews of a project: one in ten is rejected, the others get three ratings on average. Nobody rates a project
 * twice, nor their own, however small the community is.
 */
function reviews(number: number, day: number, { at, participants }: { at: number; participants: number }) {
  const author = { at: at + dayMs / 4 + number, actor: adminId }
  const raters = Math.min(chance(number, day, 2) % 5, participants - 1)
  const others = Array.from({ length: raters }, (_, other) =>
    participantId((number + 1 + other) % participants),
  )
  const events = isRejected(number, day)
    ? [event('ProjectRejected', { by: adminId, reason: 'The link leads nowhere.' }, author)]
    : [
        event('ProjectApproved', { by: adminId }, author),
        rating(adminId, chance(number, day, 3), author.at),
        ...others.map((other, index) => rating(other, chance(number, day, 4 + index), author.at + index)),
      ]
  return { stream: projectStream(participantProjectId(number, day)), events, expected: 0 }
}

function rating(rater: string, taste: number, at: number): NewEvent {
  const criteria = perCriterion((_, place) => 1 + ((taste + place * 7) % 5))
  const feedback = 'A clear idea, carried through to the last detail.'
  return event(
    'ProjectRated',
    { rater, official: rater === adminId, criteria, feedback },
    { at, actor: rater },
  )
}
