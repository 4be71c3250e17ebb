import type { ProjectContent } from '@thirty/contracts/events/project.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import {
  maxContentBytes,
  maxVersions,
  review,
  revise,
  submit,
  withdraw,
  type SubmitProject,
} from './decide.ts'
import { contentBytes, evolve, noProject, type Project } from './evolve.ts'
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

const { given } = deciderSpec(noProject, evolve)

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
const submitting =
  (change: Partial<SubmitProject> = {}) =>
  (project: Project) =>
    submit(project, { ...day4, ...change })
const revising =
  (content: ProjectContent, { by = ana, hasOwnImage = true, hasEnded = false } = {}) =>
  (project: Project) =>
    revise(project, { content, hasOwnImage, by, owner: ana, hasEnded })
const withdrawing =
  (by = ana, hasEnded = false) =>
  (project: Project) =>
    withdraw(project, { by, owner: ana, hasEnded })
const reviewing = (status: 'approved' | 'rejected', reason?: string) => (project: Project) =>
  review(project, { status, by: admin, ...(reason !== undefined && { reason }) })

test('a participant submits a project', () => {
  given().when(submitting()).then(submitted)
})

test('before the challenge starts every day is open', () => {
  given()
    .when(submitting({ day: 30, startsAt: monday + 1 }))
    .then(submitted)
})

test('refuses a second project for the same day', () => {
  given(submitted)
    .when(submitting())
    .thenRefused('day-already-taken', 'You have already submitted a project for day 4')
})

test('a rejected project still occupies its day', () => {
  given(submitted, rejected).when(submitting()).thenRefused('day-already-taken')
})

test('a day is free again after a withdrawal', () => {
  given(submitted, withdrawn).when(submitting()).then(submitted)
})

test('refuses a day that is occupied in the restored history', () => {
  given()
    .when(
      submitting({ earlierProjects: [{ status: 'approved', versions: 1, bytes: 100, content: weather }] }),
    )
    .thenRefused('day-already-taken')
})

test('accepts a day that was freed in the restored history', () => {
  given()
    .when(submitting({ earlierProjects: [{ status: 'withdrawn', versions: 1, bytes: 100 }] }))
    .then(submitted)
})

test('refuses a day that has not started', () => {
  given()
    .when(submitting({ startsAt: monday }))
    .thenRefused('day-not-started', 'Day 4 has not started yet')
})

test('a day opens at midnight in the time zone of the challenge', () => {
  const now = Date.parse('2026-03-05T12:30:00Z')
  given()
    .when(submitting({ day: 5, startsAt: monday, now }))
    .thenRefused('day-not-started')
  given()
    .when(submitting({ day: 5, startsAt: monday, now, timeZone: 'Pacific/Auckland' }))
    .then(submitted)
})

test('refuses a submission, a revision and a withdrawal after the end of the challenge', () => {
  const message = 'The challenge has ended'
  given()
    .when(submitting({ hasEnded: true }))
    .thenRefused('challenge-ended', message)
  given(submitted)
    .when(revising(betterWeather, { hasEnded: true }))
    .thenRefused('challenge-ended', message)
  given(submitted, rejected)
    .when(revising(betterWeather, { hasEnded: true }))
    .thenRefused('challenge-ended', message)
  given(submitted).when(withdrawing(ana, true)).thenRefused('challenge-ended', message)
})

test('after the end, a withdrawal that was made before still changes nothing', () => {
  given(submitted, withdrawn).when(withdrawing(ana, true)).thenNothing()
})

test('a project of another participant and an unknown one are refused as such after the end', () => {
  given().when(withdrawing(ana, true)).thenRefused('project-not-found')
  given(submitted)
    .when(revising(betterWeather, { by: ben, hasEnded: true }))
    .thenRefused('not-your-project')
})

test('refuses a submission by an admin', () => {
  given()
    .when(submitting({ isByAdmin: true }))
    .thenRefused('not-allowed')
})

test('refuses the upload of another participant as screenshot', () => {
  given()
    .when(submitting({ hasOwnImage: false }))
    .thenRefused('invalid-fields', { errors: ['imageUrl'] })
})

test('the owner revises a submitted project', () => {
  given(submitted).when(revising(betterWeather)).then(revised)
})

test('a rejected project is submitted again by a revision', () => {
  given(submitted, rejected).when(revising(weather)).then({ type: 'ProjectRevised', data: weather })
  given(submitted, rejected, revised).when(reviewing('approved')).then(approved)
})

test('a revision that changes nothing appends no event', () => {
  given(submitted)
    .when(revising({ ...weather }))
    .thenNothing()
})

test('refuses to revise an approved project', () => {
  given(submitted, approved).when(revising(betterWeather)).thenRefused('project-closed')
})

test('refuses to revise an unknown project', () => {
  given().when(revising(weather)).thenRefused('project-not-found')
  given(submitted, withdrawn).when(revising(weather)).thenRefused('project-not-found')
})

test('refuses to revise the project of another participant', () => {
  given(submitted)
    .when(revising(betterWeather, { by: ben }))
    .thenRefused('not-your-project')
})

test('refuses a revision with the upload of another participant', () => {
  given(submitted)
    .when(revising({ ...weather, image: 'f'.repeat(32) }, { hasOwnImage: false }))
    .thenRefused('invalid-fields', { errors: ['imageUrl'] })
})

test('a revision may keep its screenshot, even if the uploader can no longer be verified', () => {
  given(submitted)
    .when(revising(betterWeather, { hasOwnImage: false }))
    .then(revised)
})

test('the owner withdraws a project that is not approved', () => {
  given(submitted).when(withdrawing()).then(withdrawn)
  given(submitted, rejected).when(withdrawing()).then(withdrawn)
})

test('withdrawing twice changes nothing', () => {
  given(submitted, withdrawn).when(withdrawing()).thenNothing()
})

test('refuses to withdraw an approved project', () => {
  given(submitted, approved).when(withdrawing()).thenRefused('project-closed')
})

test('refuses to withdraw an unknown project', () => {
  given().when(withdrawing()).thenRefused('project-not-found')
})

test('refuses to withdraw the project of another participant', () => {
  given(submitted).when(withdrawing(ben)).thenRefused('not-your-project')
})

test('an admin approves a submitted project', () => {
  given(submitted).when(reviewing('approved')).then(approved)
})

test('an admin rejects a submitted project, with a reason or without', () => {
  given(submitted).when(reviewing('rejected')).then(rejected)
  given(submitted)
    .when(reviewing('rejected', 'The link is dead.'))
    .then({ type: 'ProjectRejected', data: { by: admin, reason: 'The link is dead.' } })
})

test('refuses an approval with a reason', () => {
  given(submitted)
    .when(reviewing('approved', 'Nice'))
    .thenRefused('invalid-fields', { errors: ['reason'] })
})

test('refuses to review a project twice', () => {
  given(submitted, approved).when(reviewing('rejected')).thenRefused('already-reviewed')
  given(submitted, rejected).when(reviewing('approved')).thenRefused('already-reviewed')
})

test('refuses to review an unknown project', () => {
  given().when(reviewing('approved')).thenRefused('project-not-found')
  given(submitted, withdrawn).when(reviewing('approved')).thenRefused('project-not-found')
})

test('refuses the 201st change of a project, which can still be withdrawn and reviewed', () => {
  const changes = Array.from({ length: maxVersions }, (_, index) => (index % 2 === 0 ? submitted : withdrawn))
  const [message, history] = ['You have changed this project too often.', [...changes, ...changes]]
  given(...history)
    .when(submitting())
    .thenRefused('too-many', message)
  given(...history.slice(2))
    .when(submitting())
    .then(submitted)
  const last = [...history.slice(2), submitted]
  given(...last)
    .when(revising(betterWeather))
    .thenRefused('too-many', message)
  given(...last)
    .when(revising(weather))
    .thenNothing()
  given(...last)
    .when(withdrawing())
    .then(withdrawn)
  given(...last)
    .when(reviewing('approved'))
    .then(approved)
})

test('refuses a change when the texts of all versions of a project are too long together', () => {
  const message = 'You have changed this project too often.'
  const long = { ...weather, description: 'ü'.repeat(5_000) }
  const size = contentBytes(long)
  // The size in the log counts: each of these characters is two bytes.
  expect(size).toBeGreaterThan(10_000)
  const count = Math.floor(maxContentBytes / size)
  const versions = Array.from({ length: count }, () => ({ type: 'ProjectSubmitted', data: long }) as const)
  given(...versions, submitted)
    .when(revising(long))
    .thenRefused('too-many', message)
  given(...versions.slice(2), submitted)
    .when(revising(long))
    .then({ type: 'ProjectRevised', data: long })
  given(...versions, withdrawn)
    .when(submitting({ content: long }))
    .thenRefused('too-many', message)
  given(...versions, withdrawn)
    .when(submitting())
    .then(submitted)
})
