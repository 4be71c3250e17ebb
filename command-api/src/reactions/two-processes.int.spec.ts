import { projectViewStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommands } from '../handle.ts'
import { serveEndpoints } from '@thirty/command-api/testing/test-app.ts'
import { reactionHandlers } from './endpoints.ts'
import { ben, personId } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

// Each process has a queue of its own: between the two, only the log decides.
let app: Awaited<ReturnType<typeof reactionsApp>>
let other: Awaited<ReturnType<typeof serveEndpoints>>
beforeAll(async () => {
  app = await reactionsApp()
  other = await serveEndpoints(app, reactionHandlers({ ...app, commands: createCommands(app) }))
})
afterAll(async () => {
  await other.close()
  await app.close()
})

/** The same call at both processes, by turns and all at once; the statuses it was answered with. */
async function manyTimes(by: (index: number) => string, method: string, path: string): Promise<Set<number>> {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? app.http : other).call(method, path, undefined, { token: app.tokenOf(by(index)) }),
    ),
  )
  return new Set(answers.map(({ status }) => status))
}

test('one person at two processes likes a project once', async () => {
  const id = await app.project()
  expect(await manyTimes(() => ben, 'PUT', `/api/projects/${id}/like`)).toEqual(new Set([200]))
  expect(await app.eventsIn(id)).toHaveLength(2)
})

test('of a crowd at two processes everybody counts, once', async () => {
  const id = await app.project()
  await manyTimes((index) => personId(100 + (index % 25)), 'PUT', `/api/projects/${id}/like`)
  // In a crowd somebody may be told to try again; then it is done.
  await manyTimes((index) => personId(100 + (index % 25)), 'PUT', `/api/projects/${id}/like`)
  const likes = (await app.eventsIn(id)).slice(1)
  expect(new Set(likes.map(({ data }) => JSON.stringify(data))).size).toBe(25)
  expect(likes).toHaveLength(25)
})

test('views by one person at two processes count once', async () => {
  const id = await app.project()
  expect(await manyTimes(() => ben, 'POST', `/api/projects/${id}/view`)).toEqual(new Set([200]))
  expect(await app.eventsOf(projectViewStream(id, ben))).toHaveLength(1)
})
