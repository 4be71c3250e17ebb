import { viewsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommands } from '../handle.ts'
import { serveEndpoints } from '@thirty/command-api/testing/test-app.ts'
import { reactionHandlers } from './endpoints.ts'
import { ben, personId } from '@thirty/command-api/testing/people.ts'
import { reactionsApp } from '@thirty/command-api/testing/reactions-app.ts'

// Each process has a queue of its own, so only the log prevents conflicts between the two.
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

/** Sends fifty concurrent requests, alternately to both processes. Returns the statuses of the responses. */
async function sendFifty(by: (index: number) => string, method: string, path: string): Promise<Set<number>> {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? app.http : other).call(method, path, undefined, { token: app.tokenOf(by(index)) }),
    ),
  )
  return new Set(responses.map(({ status }) => status))
}

test('concurrent likes of one user at two processes count once', async () => {
  const id = await app.createProject()
  expect(await sendFifty(() => ben, 'PUT', `/api/projects/${id}/like`)).toEqual(new Set([200]))
  expect(await app.eventsIn(id)).toHaveLength(2)
})

test('concurrent likes of many users at two processes count once each', async () => {
  const id = await app.createProject()
  await sendFifty((index) => personId(100 + (index % 25)), 'PUT', `/api/projects/${id}/like`)
  // Some requests may be refused with a conflict; their retry succeeds.
  await sendFifty((index) => personId(100 + (index % 25)), 'PUT', `/api/projects/${id}/like`)
  const likes = (await app.eventsIn(id)).slice(1)
  expect(new Set(likes.map(({ data }) => JSON.stringify(data))).size).toBe(25)
  expect(likes).toHaveLength(25)
})

test('views by one person at two processes count once', async () => {
  const id = await app.createProject()
  expect(await sendFifty(() => ben, 'POST', `/api/projects/${id}/view`)).toEqual(new Set([200]))
  expect(await app.eventsOf(viewsStream(ben))).toHaveLength(1)
})
