import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { createRetryPolicy } from './retries.ts'

test('what fails after the stop of the runner is not tried again', async () => {
  const stopped = new AbortController()
  const policy = createRetryPolicy(stopped.signal, fakeScheduler(), { onFailure: () => expect.unreachable() })
  let tries = 0
  const done = policy.whileUnavailable('tally', async () => {
    tries += 1
    if (tries < 10) throw new StoreUnavailable('away')
  })
  stopped.abort()
  await expect(done).rejects.toThrow(StoreUnavailable)
  expect(tries).toBe(1)
})
