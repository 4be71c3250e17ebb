import type { challengeEvents, JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import type { EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { DiscussionEvent } from '@thirty/contracts/community/events.ts'
import type { CalibrationEvent, ConflictEvent } from '@thirty/contracts/judging/events.ts'
import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/projects/events.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/accounts/events.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { commentId, projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import {
  calibrationStream,
  conflictsStream,
  discussionStream,
  journeyStream,
  viewsStream,
} from '@thirty/contracts/events/stream-names.ts'

/**
 * An event of a spec. `at` is ISO time, `defaultTime` when missing; `actor` is a user id. `run` is missing for events that
 * belong to no run.
 */
export type GivenEvent = {
  stream: string
  type: string
  data: unknown
  at?: string
  actor?: string
  run?: number
}

export const defaultTime = '2026-01-05T12:00:00.000Z'

type Criteria = (ProjectEvent & { type: 'ProjectRated' })['data']['criteria']
type Content = (ProjectEvent & { type: 'ProjectSubmitted' })['data']
type Registration = (UserEvent & { type: 'UserRegistered' })['data']

/** Returns a user id for a name. The same name always has the same id. */
export const userIdOf = (name: string): string => {
  const hex = [...name].map((character) => character.charCodeAt(0).toString(16)).join('')
  return `00000000-0000-7000-8000-${hex.slice(0, 12).padStart(12, '0')}`
}

/** Returns the name of an image in the media store; different digits are different images. */
export const imageName = (digit: number): string => `${String(digit).repeat(32).slice(0, 32)}.webp`

type DataOf<Event extends { type: string; data: unknown }, Type> = Extract<Event, { type: Type }>['data']

const givenEvent = (stream: string, type: string, data: unknown, at?: string): GivenEvent => ({
  stream,
  type,
  data,
  ...(at && { at }),
})

/** Builds events of a stream, each caused by a user. */
const eventsBy =
  <Event extends Pick<GivenEvent, 'type' | 'data'>>(place: Pick<GivenEvent, 'stream' | 'run'>) =>
  <Type extends Event['type']>(
    type: Type,
    data: DataOf<Event, Type>,
    actor: string,
    at?: string,
  ): GivenEvent => ({
    ...place,
    ...givenEvent(place.stream, type, data, at),
    actor: userIdOf(actor),
  })

/** Builds events of a user account. */
export function personEvents(name: string) {
  const id = userIdOf(name)
  const event = <Type extends UserEvent['type']>(type: Type, data: DataOf<UserEvent, Type>, at?: string) =>
    givenEvent(`user-${id}`, type, data, at)
  const registration: Registration = {
    fullName: name,
    username: name.toLowerCase(),
    email: `${name}@example.org`,
    role: 'participant',
  }
  return {
    id,
    registered: (overrides: Partial<Registration> = {}, at?: string) =>
      event('UserRegistered', { ...registration, ...overrides }, at),
    /** Builds any other event of a user account. */
    event,
    confirmed: () => event('EmailConfirmed', { email: registration.email }),
    status: (status: 'active' | 'inactive' | 'pending', at?: string) =>
      event('UserStatusChanged', { status }, at),
    /** By default the account was registered by the first event of the spec. */
    deleted: (overrides: Partial<DeletionEvent['data']> = {}, at?: string) => {
      const registered = { at: defaultTime, position: '10' }
      const data: DeletionEvent['data'] = { role: 'participant', status: 'active', registered, ...overrides }
      return givenEvent(`deleted-${id}`, 'AccountDeleted', data, at)
    },
  }
}

const submissionContent: Content = {
  projectName: 'Kanban',
  description: 'A board of cards',
  languages: 'TypeScript, CSS',
  liveLink: 'https://kanban.example.org',
  repoLink: 'https://git.example.org/kanban',
  image: imageName(1),
}

/** Returns the same rating for all criteria, so that the average is that number. */
export const equalCriteria = (rating: number): Criteria => perCriterion(() => rating)

/** Builds events of the project that a participant submits for a day of a run. All events are of that run. */
export function projectEvents(name: string, day: number, run = 1) {
  const id = projectId({ run, day, user: userIdOf(name) })
  const build = eventsBy<ProjectEvent>({ stream: projectStream(id), run })
  const ofComment = (by: string, number: number) => ({ comment: commentId(number), by: userIdOf(by) })
  return {
    id,
    submitted: (overrides: Partial<Content> = {}, at?: string) =>
      build('ProjectSubmitted', { ...submissionContent, ...overrides }, name, at),
    revised: (overrides: Partial<Content> = {}, at?: string) =>
      build('ProjectRevised', { ...submissionContent, ...overrides }, name, at),
    withdrawn: (at?: string) => build('ProjectWithdrawn', {}, name, at),
    approved: (by = 'Root') => build('ProjectApproved', { by: userIdOf(by) }, by),
    rejected: (reason?: string, by = 'Root') =>
      build('ProjectRejected', { by: userIdOf(by), ...(reason && { reason }) }, by),
    rated: (
      rater: string,
      criteria: Criteria,
      { official = true, feedback = '', at }: { official?: boolean; feedback?: string; at?: string } = {},
    ) => build('ProjectRated', { rater: userIdOf(rater), criteria, official, feedback }, rater, at),
    liked: (by: string) => build('ProjectLiked', { by: userIdOf(by) }, by),
    unliked: (by: string) => build('ProjectUnliked', { by: userIdOf(by) }, by),
    viewed: (by: string) => {
      const view = eventsBy<ProjectViewEvent>({ stream: viewsStream(userIdOf(by)), run })
      return view('ProjectViewed', { project: id, by: userIdOf(by) }, by)
    },
    /** `number` counts the comments of the project from 1. */
    commented: (by: string, number: number, text = 'Neat', at?: string) =>
      build('CommentPosted', { ...ofComment(by, number), text }, by, at),
    commentHidden: (by: string, number: number) =>
      build('CommentHidden', { ...ofComment(by, number), reason: 'Rude' }, by),
    commentShown: (by: string, number: number) => build('CommentShown', ofComment(by, number), by),
    commentRemoved: (by: string, number: number) => build('CommentRemoved', ofComment(by, number), by),
  }
}

/** Builds events of a discussion that a user starts; different digits are different discussions of the user. */
export function discussionEvents(name: string, digit = 1) {
  const id = `${userIdOf(name).slice(0, -2)}d${digit}`
  const content = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
  const build = eventsBy<DiscussionEvent>({ stream: discussionStream(id) })
  const ofReply = (by: string, reply: string) => ({ reply, by: userIdOf(by) })
  return {
    id,
    opened: (overrides: Partial<typeof content> = {}, at?: string) =>
      build('DiscussionOpened', { ...content, ...overrides, by: userIdOf(name) }, name, at),
    revised: (overrides: Partial<typeof content>, at?: string) =>
      build('DiscussionRevised', { ...content, ...overrides }, name, at),
    removed: (by = name) => build('DiscussionRemoved', { by: userIdOf(by) }, by),
    replied: (by: string, reply: string, text = 'With a keyboard.', at?: string) =>
      build('ReplyPosted', { ...ofReply(by, reply), text }, by, at),
    replyRevised: (by: string, reply: string, text: string, at?: string) =>
      build('ReplyRevised', { reply, text }, by, at),
    replyHidden: (by: string, reply: string) =>
      build('ReplyHidden', { ...ofReply(by, reply), reason: 'Rude' }, by),
    replyRemoved: (by: string, reply: string) => build('ReplyRemoved', ofReply(by, reply), by),
  }
}

/** Builds events of the days that a participant completes in a run. */
export function journeyEvents(name: string, run = 1) {
  const build = eventsBy<JourneyEvent>({ stream: journeyStream({ run, user: userIdOf(name) }), run })
  return {
    completed: (day: number, at?: string) => build('DayCompleted', { day }, name, at),
    reopened: (day: number, at?: string) => build('DayReopened', { day }, name, at),
  }
}

/** Returns the event as one of a later run: projects keep their streams in the runs restored from theirs. */
export const inRun = (run: number, event: GivenEvent): GivenEvent => ({ ...event, run })

/** Builds an event about the conflicts of interest of an admin. */
export const conflictEvent = <Type extends ConflictEvent['type']>(
  admin: string,
  type: Type,
  data: DataOf<ConflictEvent, Type>,
): GivenEvent => givenEvent(conflictsStream(userIdOf(admin)), type, data)

/** Builds an event about the calibration projects of the first run. */
export const calibrationEvent = <Type extends CalibrationEvent['type']>(
  type: Type,
  data: DataOf<CalibrationEvent, Type>,
): GivenEvent => ({ ...givenEvent(calibrationStream, type, data), run: 1 })

type ChallengeEvent = EventOf<typeof challengeEvents>

/** Builds an event of the challenge. */
export const challengeEvent = <Type extends ChallengeEvent['type']>(
  type: Type,
  data: DataOf<ChallengeEvent, Type>,
  at?: string,
): GivenEvent => givenEvent('challenge', type, data, at)
