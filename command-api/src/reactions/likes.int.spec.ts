import { likeResponse } from '@thirty/contracts/api/projects/reactions.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { admin, ben } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

const app = appForFile(reactionsApp)

test('a like returns the new number of likes, and belongs to the current run', async () => {
  const id = await app.createProject()
  await app.like(admin, id, { isAdmin: true })
  const { status, body } = await app.like(ben, id)
  expect(status).toBe(200)
  expect(likeResponse.parse(body)).toMatchObject({ likes: 2, likedByMe: true })
  expect((await app.eventsIn(id)).at(-1)).toMatchObject({
    type: 'ProjectLiked',
    data: { by: ben },
    metadata: { actor: ben, run: 1 },
  })
})
