import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'
import { expect, test } from 'vitest'

test('a page does not wait for a head that cannot be found in time', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const app = await startExampleApp({ headOf: async () => promise })
  const startedAt = performance.now()
  const { status, text } = await app.request('/project/p1')
  expect([status, text.includes('<div id="root"')]).toEqual([200, true])
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  resolve(undefined)
})
