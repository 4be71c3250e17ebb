import { draftResponse, draftEndpoints, type DayDraft } from '@thirty/contracts/projects/drafts-api.ts'
import { projectsApp, type Participant } from '@thirty/command-api/testing/projects-app.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { projectFields } from '@thirty/command-api/testing/project-events.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'

const app = appForFile(projectsApp)

const empty = { projectName: '', liveLink: '', repoLink: '', description: '', languages: '', frameworks: '' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const save = (
  { token }: Participant,
  version: string,
  change: { replaces?: string[]; content?: object; writtenAgoMs?: number; day?: number } = {},
) => {
  const { replaces = [], content = {}, writtenAgoMs = 0, day = 4 } = change
  const body = { version, replaces, writtenAgoMs, content: { ...empty, description: version, ...content } }
  return app.http.call('PUT', `/api/drafts/${day}`, body, { token, headers: { 'user-agent': firefox } })
}
const draftsOf = async ({ token }: Participant): Promise<DayDraft[]> => {
  const { body } = await app.http.call('GET', '/api/drafts', undefined, { token })
  return draftEndpoints.all.response.parse(body).drafts
}

test('a draft is there on another device, with when and where it was written', async () => {
  const ana = app.createParticipant()
  const { status, body } = await save(ana, 'laptop-version', { writtenAgoMs: 60_000 })
  expect(status).toBe(200)
  const [draft] = await draftsOf(ana)
  expect(draft).toEqual(draftResponse.parse(body).draft)
  expect(draft).toMatchObject({
    day: 4,
    versions: [
      {
        version: 'laptop-version',
        writtenAt: new Date(app.time.now - 60_000).toISOString(),
        device: 'Firefox on Linux',
        browser: 'Firefox',
        system: 'Linux',
        content: { description: 'laptop-version' },
      },
    ],
  })
})

test('only its owner sees a draft, and receives messages about it', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  app.broadcasts.length = 0
  await save(ana, 'version-of-ana')
  expect(await draftsOf(ben)).toEqual([])
  expect(app.broadcasts).toEqual([
    {
      room: `user:${ana.id}`,
      message: 'draft.changed',
      payload: { day: 4, version: 'version-of-ana', at: new Date(app.time.now).toISOString() },
    },
  ])
})

test('a discarded version is gone, and a newer one that the device did not know stays', async () => {
  const ana = app.createParticipant()
  await save(ana, 'laptop-version')
  await save(ana, 'phone-version')
  const { token } = ana
  await app.http.call('DELETE', '/api/drafts/4', { versions: ['laptop-version'] }, { token })
  expect(await draftsOf(ana)).toMatchObject([{ versions: [{ version: 'phone-version' }] }])
})

test('the draft of a day is gone when its project is accepted, and drafts of other days stay', async () => {
  const ana = app.createParticipant()
  await save(ana, 'version-of-day-4')
  await save(ana, 'version-of-day-5', { day: 5 })
  expect((await app.submit({ ...ana, imageUrl: `/uploads/${'0'.repeat(32)}.webp` })).status).toBe(422)
  expect(await draftsOf(ana)).toHaveLength(2)
  app.broadcasts.length = 0
  expect((await app.submit(ana)).status).toBe(201)
  expect((await draftsOf(ana)).map(({ day }) => day)).toEqual([5])
  expect(app.broadcasts).toMatchObject([{ message: 'draft.changed', payload: { day: 4, version: null } }])
})

test('a project is accepted although the draft of its day stays, of which the operator is warned', async () => {
  const ana = app.createParticipant()
  await save(ana, 'left-version')
  const warnings: string[] = []
  const change = () => Promise.reject(new Error('The store is away.'))
  const process = await app.serve(app.log, {
    personalDocuments: { ...app.personalDocuments, change },
    warn: (message) => void warnings.push(message),
  })
  const project = { ...projectFields, imageUrl: ana.imageUrl, day: 4 }
  expect((await process.call('POST', '/api/projects', project, { token: ana.token })).status).toBe(201)
  expect(warnings).toEqual(['the draft of a submitted or withdrawn project could not be removed'])
})

test('a device that was offline cannot bring back the draft of a submitted day', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  expect(await save(ana, 'late-version')).toMatchObject(refusal(409, 'day-already-taken'))
  expect(await draftsOf(ana)).toEqual([])
})

test('a withdrawal removes the draft of the day, and frees the day for another one', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  // As a release without the check above may have left it.
  const left = { version: 'left-version', writtenAt: '2026-03-02T08:00:00.000Z', device: '', content: empty }
  await app.personalDocuments.change(ana.id, 'drafts', () => [{ day: 4, versions: [left] }])
  await app.withdraw(ana)
  expect(await draftsOf(ana)).toEqual([])
  expect((await save(ana, 'next-version')).status).toBe(200)
})

test("the screenshot of a draft must be the user's own upload", async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  const screenshot = { name: 'clock.png', bytes: 4000, imageUrl: ana.imageUrl }
  expect((await save(ana, 'version-of-ana', { content: { screenshot } })).status).toBe(200)
  expect(await save(ben, 'version-of-ben', { content: { screenshot } })).toMatchObject({
    status: 422,
    body: { errors: { screenshot: 'Upload the screenshot first' } },
  })
  expect(await draftsOf(ben)).toEqual([])
})

// Last: the other tests are about the first run.
test('a project of a run before the current one does not block the draft of its day', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  await app.append('challenge', 'ChallengeReset', { run: 2, backup: 'b-1' })
  expect((await save(ana, 'next-version')).status).toBe(200)
})
