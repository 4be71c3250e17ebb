// What the documentation of the API says besides the definitions of endpoints: the refusals that a call can answer, the names of schemas, and
// examples.

import { z } from 'zod'
import { accessLevels, type AccessLevel } from './access.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { statusByCode, type RefusalCode } from './refusals.ts'
import { endpoints } from './endpoints.ts'
import { ownUser } from '../accounts/api.ts'
import { person } from '../accounts/people-api.ts'
import { personSummary } from '../accounts/person-summary-api.ts'
import { certificate } from '../leaderboard/certificates-api.ts'
import { ownDay } from '../challenge/api.ts'
import { boardDay, boardEntry, showcaseRow } from '../leaderboard/api.ts'
import { challengeOptions } from '../challenge/options-api.ts'
import { communityMember, communityUser, feedItem } from '../community/api.ts'
import { discussionCard, reply } from '../community/discussions-api.ts'
import { notification } from '../notifications/api.ts'
import { projectCard, reviewRequest } from '../projects/api.ts'
import { criteria } from '../judging/ratings-api.ts'
import { commandResponse } from './responses.ts'
import { say } from '../texts/text.ts'

/**
 * Returns every refusal code that an endpoint can answer: its own errors, and the codes that its access level, limit,
 * path and schemas can cause.
 */
export function possibleRefusals(definition: EndpointDefinition): ReadonlySet<RefusalCode> {
  const level: AccessLevel = accessLevels[definition.access]
  const codes = new Set<RefusalCode>(['too-many', 'busy', 'storage-unavailable', 'being-built'])
  const add = (...more: readonly RefusalCode[]) => more.forEach((code) => codes.add(code))
  const { params, query, body, file, rawBody, errors = [] } = definition
  add(...errors, ...notFoundIn(definition.path))
  if (params ?? query ?? body ?? file ?? rawBody) add('malformed')
  if (body ?? file ?? rawBody) add('timed-out')
  if (body) add('invalid-fields', 'too-large', 'wrong-type')
  if (file !== undefined) add('invalid-fields', 'too-large', 'wrong-type', 'bad-image')
  if (rawBody) add('too-large', 'wrong-type')
  if (level.session === 'refused') add('not-allowed')
  if (level.session === 'required') {
    add('not-signed-in', 'account-inactive')
    if (level.rule) add('not-allowed')
    if (definition.method !== 'GET' && !definition.allowsPending) add('account-pending')
    if (!definition.allowsBeforeTwoFactor) add('two-factor-needed')
  }
  if (definition.confirmed) add('confirmation-needed')
  if (definition.method !== 'GET') add('malformed', 'key-reused', 'in-flight', 'conflict', 'not-found')
  // Nothing changes a project of an earlier run.
  if (definition.method !== 'GET' && definition.path.startsWith('/api/projects/:')) add('challenge-was-reset')
  return codes
}

const isCode = (text: string): text is RefusalCode => Object.hasOwn(statusByCode, text)

/** The codes for what the ids in a path name: `:savedTextId` may be of no saved text. */
const notFoundIn = (path: string): RefusalCode[] =>
  [...path.matchAll(/:(\w+)Id\b/g)]
    .map(([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    .map((name) => `${name}-not-found`)
    .filter(isCode)

/** The schemas that have a name in the OpenAPI document. Add a schema when clients should have it as a type of that name. */
export const namedSchemas = {
  CommandResponse: commandResponse,
  SignUpRequest: endpoints.accounts.signUp.body,
  LogInRequest: endpoints.accounts.logIn.body,
  SignedInResponse: endpoints.accounts.signUp.response,
  MeResponse: endpoints.accounts.me.response,
  OwnUser: ownUser,
  Person: person,
  PeopleResponse: endpoints.people.list.response,
  CurrentDayResponse: endpoints.challenge.currentDay.response,
  DaysResponse: endpoints.completions.mine.response,
  OwnDay: ownDay,
  Certificate: certificate,
  ChallengeOptions: challengeOptions,
  LeaderboardResponse: endpoints.leaderboard.board.response,
  LeaderboardEntry: boardEntry,
  LeaderboardDay: boardDay,
  PointsResponse: endpoints.leaderboard.points.response,
  ShowcaseResponse: endpoints.leaderboard.showcase.response,
  ShowcaseRow: showcaseRow,
  CommunityResponse: endpoints.community.allData.response,
  CommunityMember: communityMember,
  CommunityUser: communityUser,
  ActivityItem: feedItem,
  DiscussionCard: discussionCard,
  PersonSummary: personSummary,
  Reply: reply,
  NotificationsResponse: endpoints.notifications.list.response,
  Notification: notification,
  Project: projectCard,
  ProjectResponse: endpoints.projects.one.response,
  ProjectsResponse: endpoints.projects.all.response,
  SubmitProjectRequest: endpoints.projects.submit.body,
  SubmitProjectResponse: endpoints.projects.submit.response,
  ReviewRequest: reviewRequest,
  RatingCriteria: criteria,
  RatingsResponse: endpoints.ratings.ofProject.response,
  SubmitRatingRequest: endpoints.ratings.submit.body,
  LikeResponse: endpoints.reactions.like.response,
  CommentsResponse: endpoints.reactions.comments.response,
} as const satisfies Record<string, z.ZodType>

/**
 * The calls that clients send most, by operation. Each has an example, which follows from its schemas; a spec checks it against them.
 */
const calls = [
  'accounts.signUp',
  'accounts.logIn',
  'accounts.me',
  'challenge.currentDay',
  'leaderboard.board',
  'leaderboard.showcase',
  'projects.submit',
  'projects.mine',
  'projects.one',
  'ratings.submit',
  'notifications.list',
]

const projectName = 'Tomato clock'
const projectId = '3b7c1d52-2a6e-5c1f-9f0e-6f1f6a0d9c11'
const image = '/uploads/0123456789abcdef0123456789abcdef.webp'
const { message, ...said } = say('noticeApproved', {
  project: say('projectOfDay', { project: projectName, day: 12 }),
})

/** Values, and the fields that have them: by their name, or by the name of their object and their own. Other fields follow from their type. */
const samples: readonly (readonly [value: unknown, fields: string])[] = [
  ['01a221ff-4ec9-7a54-8216-f8ea210d35ad', '_id id'],
  [projectId, 'projectId project._id projects._id recentProjects._id'],
  [projectName, 'projectName project.name projects.name'],
  ['Maya Lindgren', 'fullName name submittedBy'],
  ['maya_lindgren', 'username'],
  ['maya@example.org', 'email emailOrUsername'],
  ['Correct-horse-7', 'password'],
  ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.signature', 'token'],
  ['Lund', 'location'],
  ['location', 'publicFields'],
  ['A timer for twenty-five minutes of work.', 'description'],
  ['TypeScript', 'languages'],
  ['React', 'frameworks'],
  ['Clear and quick.', 'feedback'],
  ['https://tomato.example/', 'liveLink'],
  ['https://code.example/maya/tomato-clock', 'repoLink'],
  [image, 'imageUrl thumbnailUrl screenshot'],
  ['approved', 'days.status project.status projects.status'],
  [{ all: 1, submitted: 0, approved: 1, rejected: 0 }, 'counts'],
  [`approved-${projectId}`, 'notifications.id'],
  [message, 'text'],
  [said, 'said'],
  ['2026-03-01T00:00:00.000Z', 'startsAt'],
  ['2026-03-12T10:15:00.000Z', 'at asOf createdAt submissionDate submittedDate'],
  ['2026-04-07T00:00:00.000Z', 'endsAt'],
  ['Europe/Stockholm', 'timeZone'],
  ['1024', 'position'],
  ['3f9ac2b1', 'epoch'],
  [4, 'score averageScore functionality design innovation codeQuality completeness'],
  [12, 'day .days'],
  [30, 'totalDays'],
  [40, 'totalParticipants totalUsers participants'],
  [80, 'totalPoints projectQuality'],
  [true, 'started isCurrentUser isUnread notifications.email'],
  [null, 'role next waiting'],
]
const valueByField = new Map(
  samples.flatMap(([value, fields]) => fields.split(' ').map((field) => [field, value] as const)),
)
const valueByType: Readonly<Record<string, unknown>> = { string: '', integer: 1, number: 4, boolean: false }

/** The part of JSON Schema that the schemas of these calls need. */
type Schema = {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  const?: unknown
  enum?: unknown[]
}

/** Returns an example of the body of a call or of its response, if the call is one of those above. */
export const exampleOf = (operation: string, schema: z.ZodType, io: 'input' | 'output') =>
  calls.includes(operation) && {
    // JSON Schema has more fields than these.
    example: valueOf(
      z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as Schema,
      io,
    ),
  }

/**
 * Returns a value of the schema of a field: lists with one entry, and null where it is allowed. Responses are without optional fields,
 * requests have the optional fields with a sample.
 */
function valueOf(schema: Schema, io: 'input' | 'output', field = '', object = ''): unknown {
  const { type = '', items, properties = {}, required = [] } = schema
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (items) return [valueOf(items, io, field, object)]
  for (const name of [`${object}.${field}`, field]) if (valueByField.has(name)) return valueByField.get(name)
  if (choice) return valueOf(choice, io, field, object)
  if (type !== 'object')
    return schema.const ?? schema.enum?.[0] ?? (type in valueByType ? valueByType[type] : null)
  const isShown = (name: string) => required.includes(name) || (io === 'input' && valueByField.has(name))
  const fields = Object.entries(properties).filter(([name]) => isShown(name))
  return Object.fromEntries(fields.map(([name, part]) => [name, valueOf(part, io, name, field)]))
}
