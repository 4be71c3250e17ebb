import type { ProjectContent, ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import {
  maxContentBytes,
  maxVersions,
  review,
  revise,
  submit,
  withdraw,
  type SubmitProject,
} from './decide.ts'
import { contentBytes, projectFold } from './evolve.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'
import {
  approved,
  betterWeather,
  rejected,
  revised,
  submitted,
  weather,
  withdrawn,
} from '@thirty/command-api/testing/project-events.ts'

const { rule } = deciderSpec(projectFold)

const monday = Date.parse('2026-03-02T08:00:00Z')
const day4: SubmitProject = {
  content: weather,
  hasOwnImage: true,
  isByAdmin: false,
  day: 4,
  earlierProjects: [],
  startsAt: undefined,
  now: monday,
  timeZone: 'UTC',
  hasEnded: false,
}
const submitting = deciding(submit, day4)
const byOwner = { by: ana, owner: ana, hasEnded: false }
const revisingBy = deciding(revise, { ...byOwner, content: weather, hasOwnImage: true })
const revising = (content: ProjectContent, change: Parameters<typeof revisingBy>[0] = {}) =>
  revisingBy({ content, ...change })
const withdrawing = deciding(withdraw, byOwner)
const reviewing = (
  status: 'approved' | 'rejected',
  written: { reason?: string; savedText?: string; nameOpen?: true } = {},
) => deciding(review, { status, by: admin })(written)

const ownImageOnly = refused('invalid-fields', { errors: ['imageUrl'] })
const ended = refused('challenge-ended', 'The challenge has ended')
const written = { versions: 1, bytes: 100 }
const earlier = { status: 'approved', ...written, content: weather } as const
const rejectedWith = (data: object) =>
  ({ type: 'ProjectRejected', data: { by: admin, ...data } }) as ProjectEvent
const changedTo = (type: 'ProjectSubmitted' | 'ProjectRevised', data: ProjectContent): ProjectEvent => ({
  type,
  data,
})

rule(
  'a participant submits one project for a day, until it is withdrawn',
  [[], submitting(), [submitted]],
  [[submitted], submitting(), refused('day-already-taken', 'You have already submitted a project for day 4')],
  [[submitted, rejected], submitting(), refused('day-already-taken', { errors: ['day'] })],
  [[submitted, withdrawn], submitting(), [submitted]],
  [[], submitting({ earlierProjects: [earlier] }), 'day-already-taken'],
  [[], submitting({ earlierProjects: [{ status: 'withdrawn', ...written }] }), [submitted]],
  [[], submitting({ isByAdmin: true }), 'not-allowed'],
)

const march5 = Date.parse('2026-03-05T12:30:00Z')
rule(
  'refuses a day that has not started in the time zone of the challenge; before the start every day is open',
  [[], submitting({ startsAt: monday }), refused('day-not-started', 'Day 4 has not started yet')],
  [
    [],
    submitting({ day: 5, startsAt: monday, now: march5 }),
    refused('day-not-started', { errors: ['day'] }),
  ],
  [[], submitting({ day: 5, startsAt: monday, now: march5, timeZone: 'Pacific/Auckland' }), [submitted]],
  [[], submitting({ day: 30, startsAt: monday + 1 }), [submitted]],
)

rule(
  'refuses a submission, a revision and a withdrawal after the end of the challenge',
  [[], submitting({ hasEnded: true }), ended],
  [[submitted], revising(betterWeather, { hasEnded: true }), ended],
  [[submitted, rejected], revising(betterWeather, { hasEnded: true }), ended],
  [[submitted], withdrawing({ hasEnded: true }), ended],
  [[submitted, withdrawn], withdrawing({ hasEnded: true }), []],
  [[], withdrawing({ hasEnded: true }), 'project-not-found'],
  [[submitted], revising(betterWeather, { by: ben, hasEnded: true }), 'not-your-project'],
)

rule(
  'a screenshot was uploaded by its user; a revision may keep one whose uploader can no longer be verified',
  [[], submitting({ hasOwnImage: false }), ownImageOnly],
  [[submitted], revising({ ...weather, image: 'f'.repeat(32) }, { hasOwnImage: false }), ownImageOnly],
  [[submitted], revising(betterWeather, { hasOwnImage: false }), [revised]],
)

rule(
  'the owner revises a project that is not approved; a rejected one is submitted again by that',
  [[submitted], revising(betterWeather), [revised]],
  [[submitted, rejected], revising(weather), [changedTo('ProjectRevised', weather)]],
  [[submitted, rejected, revised], reviewing('approved'), [approved]],
  [[submitted], revising({ ...weather }), []],
  [[submitted, approved], revising(betterWeather), 'project-closed'],
  [[], revising(weather), 'project-not-found'],
  [[submitted, withdrawn], revising(weather), 'project-not-found'],
  [[submitted], revising(betterWeather, { by: ben }), 'not-your-project'],
)

rule(
  'the owner withdraws a project that is not approved, once',
  [[submitted], withdrawing(), [withdrawn]],
  [[submitted, rejected], withdrawing(), [withdrawn]],
  [[submitted, withdrawn], withdrawing(), []],
  [[submitted, approved], withdrawing(), 'project-closed'],
  [[], withdrawing(), 'project-not-found'],
  [[submitted], withdrawing({ by: ben }), 'not-your-project'],
)

const reason = 'The link is dead.'
const saved = { savedText: 't1', nameOpen: true } as const
rule(
  'an admin approves a submitted project, or rejects it with a reason or without',
  [[submitted], reviewing('approved'), [approved]],
  [[submitted], reviewing('rejected'), [rejected]],
  [[submitted], reviewing('rejected', { reason }), [rejectedWith({ reason })]],
  [[submitted], reviewing('rejected', { reason, ...saved }), [rejectedWith({ reason, ...saved })]],
  [[submitted], reviewing('rejected', saved), [rejected]],
  [[submitted], reviewing('approved', { reason: 'Nice' }), refused('invalid-fields', { errors: ['reason'] })],
)

rule(
  'refuses to review a project twice, or one that is not there',
  [[submitted, approved], reviewing('rejected'), 'already-reviewed'],
  [[submitted, rejected], reviewing('approved'), 'already-reviewed'],
  [[], reviewing('approved'), 'project-not-found'],
  [[submitted, withdrawn], reviewing('approved'), 'project-not-found'],
)

const tooOften = refused('too-many', 'You have changed this project too often.')
const changes = Array.from({ length: maxVersions }, () => [submitted, withdrawn]).flat()
const last = [...changes.slice(2), submitted]
rule(
  'refuses the 201st change of a project, which can still be withdrawn and reviewed',
  [changes, submitting(), tooOften],
  [changes.slice(2), submitting(), [submitted]],
  [last, revising(betterWeather), tooOften],
  [last, revising(weather), []],
  [last, withdrawing(), [withdrawn]],
  [last, reviewing('approved'), [approved]],
)

const long = { ...weather, description: 'ü'.repeat(5_000) }
// The size in the log counts: each of these characters is two bytes.
const versions = Array.from({ length: 25 }, () => changedTo('ProjectSubmitted', long))
const withoutText = { ...long, description: '' }
const left = maxContentBytes - versions.length * contentBytes(long)
const fitting = { ...long, description: 'x'.repeat(left - contentBytes(withoutText)) }
rule(
  'refuses a change when the texts of all versions of a project are too long together',
  [[...versions, submitted], revising(long), tooOften],
  [[...versions.slice(2), submitted], revising(long), [changedTo('ProjectRevised', long)]],
  [[...versions, withdrawn], submitting({ content: long }), tooOften],
  [[...versions, withdrawn], submitting({ content: fitting }), [changedTo('ProjectSubmitted', fitting)]],
  [[...versions, withdrawn], submitting(), [submitted]],
)
