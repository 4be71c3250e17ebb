import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { ben } from '@thirty/command-api/testing/people.ts'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'

const app = appForFile(() =>
  commandApp({}, () => ({
    waitForProjections: async (position) => ({ position: String(position), pending: true }),
  })),
)

test.each([
  ['one decision', 'PUT', 'like'],
  ['several steps', 'POST', 'view'],
])('a command of %s says that the read models do not have it yet', async (_name, method, suffix) => {
  const path = `/api/projects/${await app.createProject()}/${suffix}`
  const { body } = await app.send(method, path, undefined, { by: ben })
  expect(body).toMatchObject({ success: true, position: String(await app.log.head()), pending: true })
})
