import { projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'
import { historyApp } from '@thirty/command-api/testing/history-app.ts'
import { logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { ana, ben } from '@thirty/command-api/testing/people.ts'

// Commands after resets and restores: what happened in the history of the current run counts, and nothing else.

const app = appForEach(historyApp)

const idOf = (user: string, run: number, day = 4) => projectId({ run, day, user })
const eventsOf = (user: string, run: number) => app.eventsOf(projectStream(idOf(user, run)))
const like = (by: string, run: number, key?: string) =>
  app.as(by)('PUT', `/api/projects/${idOf(ana, run)}/like`, undefined, key)
const unlike = (by: string, run: number, key?: string) =>
  app.as(by)('DELETE', `/api/projects/${idOf(ana, run)}/like`, undefined, key)

/** Resets and restores the run that was ended. The current run is then two higher. */
async function resetAndRestore() {
  const { backupId } = (await app.reset()).body
  await app.restore(backupId)
  return backupId
}
/** Restores a backup that was made now, after something else has happened. The current run is then one higher. */
async function forget(change: () => Promise<unknown>) {
  const { backupId } = (await app.createBackup()).body
  await change()
  await app.restore(backupId)
}

test('a submission that is retried with its key in a restored run gives the first answer', async () => {
  const first = await app.submit(ana, 4, 'submit-1')
  await resetAndRestore()
  expect(await app.submit(ana, 4, 'submit-1')).toMatchObject({ status: 201, body: first.body })
  expect((await app.submit(ana)).body).toMatchObject({ code: 'day-already-taken' })
  expect(await eventsOf(ana, 3)).toEqual([])
})

test('an unlike that changed nothing before a restore is executed when it is retried after it', async () => {
  await app.submit(ana)
  await like(ben, 1)
  await forget(async () => {
    await unlike(ben, 1)
    expect((await unlike(ben, 1, 'unlike-1')).body).toMatchObject({ likes: 0 })
  })
  expect((await unlike(ben, 1, 'unlike-1')).body).toMatchObject({ likes: 0, likedByMe: false })
  expect((await eventsOf(ana, 1)).at(-1)).toMatchObject({ type: 'ProjectUnliked', metadata: { run: 2 } })
})

test('completing a day that is retried with its key in a restored run does not complete it again', async () => {
  await app.asAdmin('POST', '/api/admin/challenge/start')
  const complete = () => app.as(ana)('POST', '/api/challenge/days/1/complete', undefined, 'complete-1')
  expect((await complete()).body).toMatchObject({ completedDays: [1] })
  await resetAndRestore()
  expect((await app.as(ana)('DELETE', '/api/challenge/days/1/complete')).status).toBe(200)
  expect((await complete()).body).toMatchObject({ completedDays: [] })
})

test.for([
  ['a start', 'ChallengeStarted', 'POST', '/api/admin/challenge/start', undefined],
  ['an end', 'ChallengeEndSet', 'POST', '/api/admin/challenge/end', { at: '2026-03-20T08:00:00Z' }],
] as const)(
  '%s that is overtaken by a reset does not affect the new run',
  async ([, type, method, path, body]) => {
    await app.submit(ana)
    const isMatch = (event: { type: string }) => event.type === type
    const late = await app.processOver(logInterruptedBefore(app.log, isMatch, () => app.reset()))
    expect(await late.asAdmin(method, path, body)).toMatchObject(
      refusal(409, 'challenge-was-reset', { message: 'The challenge was reset; please try again' }),
    )
    expect(await app.typesOf('challenge')).toEqual(['BackupCreated', 'ChallengeReset'])
  },
)

const isSubmission = ({ type }: { type: string }) => type === 'ProjectSubmitted'

test('a submission that is overtaken by a reset belongs to the old run and its backup', async () => {
  await app.submit(ben)
  let backup: unknown
  const overtake = async () => (backup = (await app.reset()).body['backupId'])
  const late = await app.processOver(logInterruptedBefore(app.log, isSubmission, overtake))
  expect((await late.submit(ana)).status).toBe(201)
  expect(await eventsOf(ana, 1)).toMatchObject([{ type: 'ProjectSubmitted', metadata: { run: 1 } }])
  expect((await like(ben, 1)).body).toMatchObject({ code: 'challenge-was-reset' })
  await app.restore(backup)
  expect((await like(ben, 1)).body).toMatchObject({ likes: 1 })
})

test('a submission that is overtaken by a reset and a restore takes no day of the restored run', async () => {
  await app.submit(ben)
  let backup: unknown
  const overtake = async () => (backup = await resetAndRestore())
  const late = await app.processOver(logInterruptedBefore(app.log, isSubmission, overtake))
  expect((await late.submit(ana)).status).toBe(201)
  expect((await like(ben, 1)).body).toMatchObject({ code: 'project-not-found' })
  expect((await app.submit(ana)).body).toMatchObject({ project: { _id: idOf(ana, 3) } })
  // It is in the backup of the run in which it was accepted.
  await app.restore(backup)
  expect((await like(ben, 1)).body).toMatchObject({ likes: 1 })
  expect((await like(ben, 3)).body).toMatchObject({ code: 'challenge-was-reset' })
})
