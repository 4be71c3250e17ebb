import { viewsStream } from '@thirty/contracts/events/stream-names.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { ben } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

const app = appForEach(reactionsApp)

const backup = '0198c0de-0000-7000-8000-00000000000b'
const appendChallengeEvent = (type: string, data: object) => app.append('challenge', type, data)

test('refuses reactions to projects from before a reset', async () => {
  const id = await app.createProject()
  await appendChallengeEvent('ChallengeReset', { run: 2, backup })
  const responses = [
    await app.like(ben, id),
    await app.unlike(ben, id),
    await app.comment(ben, id, 'Neat'),
    await app.remove(ben, id, 'c1'),
    await app.view(ben, id),
  ]
  for (const response of responses)
    expect(response).toMatchObject({ status: 409, body: { code: 'challenge-was-reset' } })
  expect(await app.eventsIn(id)).toHaveLength(1)
})

test('after a restore, reactions from after the backup do not count', async () => {
  const id = await app.createProject()
  await app.comment(ben, id, 'Neat')
  const upTo = (await app.eventsIn(id)).at(-1)?.position.toString()
  await app.like(ben, id)
  await app.comment(ben, id, 'Very')
  await app.view(ben, id)
  await appendChallengeEvent('BackupRestored', { run: 2, backup, parent: { run: 1, upTo } })
  expect((await app.comment(ben, id, 'Again')).body).toMatchObject({ comment: { id: 'c2' }, comments: 2 })
  expect((await app.like(ben, id)).body).toMatchObject({ likes: 1, likedByMe: true })
  expect((await app.view(ben, id)).status).toBe(200)
  expect((await app.eventsIn(id)).slice(-2)).toMatchObject([
    { type: 'CommentPosted', metadata: { run: 2 } },
    { type: 'ProjectLiked', metadata: { run: 2 } },
  ])
  expect(await app.eventsOf(viewsStream(ben))).toMatchObject([
    { metadata: { run: 1 } },
    { metadata: { run: 2 } },
  ])
})
