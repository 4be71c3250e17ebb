import type { ProjectContent } from '@thirty/contracts/events/project.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { maxVersions, review, revise, submit, withdraw, type SubmitProject } from './decide.ts'
import { evolve, noProject, type Project } from './evolve.ts'
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
}
const handIn =
  (change: Partial<SubmitProject> = {}) =>
  (project: Project) =>
    submit(project, { ...day4, ...change })
const change =
  (content: ProjectContent, { by = ana, hasOwnPicture = true } = {}) =>
  (project: Project) =>
    revise(project, { content, hasOwnImage: hasOwnPicture, by, owner: ana })
const takeBack =
  (by = ana) =>
  (project: Project) =>
    withdraw(project, { by, owner: ana })
const judge = (status: 'approved' | 'rejected', reason?: string) => (project: Project) =>
  review(project, { status, by: admin, ...(reason !== undefined && { reason }) })

test('a participant submits a project', () => {
  given().when(handIn()).then(submitted)
})

test('before the challenge starts every day is open', () => {
  given()
    .when(handIn({ day: 30, startsAt: monday + 1 }))
    .then(submitted)
})

test('a second project for the same day is refused', () => {
  given(submitted)
    .when(handIn())
    .thenRefused('day-already-taken', 'You have already submitted a project for day 4')
})

test('a rejected project still occupies its day', () => {
  given(submitted, rejected).when(handIn()).thenRefused('day-already-taken')
})

test('a day is free again after a withdrawal', () => {
  given(submitted, withdrawn).when(handIn()).then(submitted)
})

test('refuses a day that is occupied in the restored history', () => {
  given()
    .when(handIn({ earlierProjects: [{ status: 'approved', versions: 1, content: weather }] }))
    .thenRefused('day-already-taken')
})

test('accepts a day that was freed in the restored history', () => {
  given()
    .when(handIn({ earlierProjects: [{ status: 'withdrawn', versions: 1 }] }))
    .then(submitted)
})

test('a day that has not started is refused', () => {
  given()
    .when(handIn({ startsAt: monday }))
    .thenRefused('day-not-started', 'Day 4 has not started yet')
})

test('a day opens at midnight in the time zone of the challenge', () => {
  const now = Date.parse('2026-03-05T12:30:00Z')
  given()
    .when(handIn({ day: 5, startsAt: monday, now }))
    .thenRefused('day-not-started')
  given()
    .when(handIn({ day: 5, startsAt: monday, now, timeZone: 'Pacific/Auckland' }))
    .then(submitted)
})

test('refuses a submission by an admin', () => {
  given()
    .when(handIn({ isByAdmin: true }))
    .thenRefused('not-allowed')
})

test('refuses the upload of another participant as screenshot', () => {
  given()
    .when(handIn({ hasOwnImage: false }))
    .thenRefused('invalid-fields', { errors: ['imageUrl'] })
})

test('the owner revises a submitted project', () => {
  given(submitted).when(change(betterWeather)).then(revised)
})

test('a rejected project is submitted again by a revision', () => {
  given(submitted, rejected).when(change(weather)).then({ type: 'ProjectRevised', data: weather })
  given(submitted, rejected, revised).when(judge('approved')).then(approved)
})

test('a revision that changes nothing appends no event', () => {
  given(submitted)
    .when(change({ ...weather }))
    .thenNothing()
})

test('an approved project is not revised', () => {
  given(submitted, approved).when(change(betterWeather)).thenRefused('project-closed')
})

test('refuses to revise an unknown project', () => {
  given().when(change(weather)).thenRefused('project-not-found')
  given(submitted, withdrawn).when(change(weather)).thenRefused('project-not-found')
})

test('refuses to revise the project of another participant', () => {
  given(submitted)
    .when(change(betterWeather, { by: ben }))
    .thenRefused('not-your-project')
})

test('refuses a revision with the upload of another participant', () => {
  given(submitted)
    .when(change({ ...weather, image: 'f'.repeat(32) }, { hasOwnPicture: false }))
    .thenRefused('invalid-fields', { errors: ['imageUrl'] })
})

test('a revision may keep its screenshot, even if the uploader can no longer be verified', () => {
  given(submitted)
    .when(change(betterWeather, { hasOwnPicture: false }))
    .then(revised)
})

test('the owner withdraws a project that is not approved', () => {
  given(submitted).when(takeBack()).then(withdrawn)
  given(submitted, rejected).when(takeBack()).then(withdrawn)
})

test('withdrawing twice changes nothing', () => {
  given(submitted, withdrawn).when(takeBack()).thenNothing()
})

test('an approved project is not withdrawn', () => {
  given(submitted, approved).when(takeBack()).thenRefused('project-closed')
})

test('refuses to withdraw an unknown project', () => {
  given().when(takeBack()).thenRefused('project-not-found')
})

test('refuses to withdraw the project of another participant', () => {
  given(submitted).when(takeBack(ben)).thenRefused('not-your-project')
})

test('an admin approves a submitted project', () => {
  given(submitted).when(judge('approved')).then(approved)
})

test('an admin rejects a submitted project, with a reason or without', () => {
  given(submitted).when(judge('rejected')).then(rejected)
  given(submitted)
    .when(judge('rejected', 'The link is dead.'))
    .then({ type: 'ProjectRejected', data: { by: admin, reason: 'The link is dead.' } })
})

test('an approval has no reason', () => {
  given(submitted)
    .when(judge('approved', 'Nice'))
    .thenRefused('invalid-fields', { errors: ['reason'] })
})

test('a reviewed project is not reviewed again', () => {
  given(submitted, approved).when(judge('rejected')).thenRefused('already-reviewed')
  given(submitted, rejected).when(judge('approved')).thenRefused('already-reviewed')
})

test('refuses to review an unknown project', () => {
  given().when(judge('approved')).thenRefused('project-not-found')
  given(submitted, withdrawn).when(judge('approved')).thenRefused('project-not-found')
})

test('refuses the 201st change of a project, which can still be withdrawn and reviewed', () => {
  const changes = Array.from({ length: maxVersions }, (_, at) => (at % 2 === 0 ? submitted : withdrawn))
  const [words, often] = ['You have changed this project too often.', [...changes, ...changes]]
  given(...often)
    .when(handIn())
    .thenRefused('too-many', words)
  given(...often.slice(2))
    .when(handIn())
    .then(submitted)
  const last = [...often.slice(2), submitted]
  given(...last)
    .when(change(betterWeather))
    .thenRefused('too-many', words)
  given(...last)
    .when(change(weather))
    .thenNothing()
  given(...last)
    .when(takeBack())
    .then(withdrawn)
  given(...last)
    .when(judge('approved'))
    .then(approved)
})
