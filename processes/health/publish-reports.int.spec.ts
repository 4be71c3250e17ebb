import { redisEntries } from '@thirty/infra/entry-store/redis.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { publishReports } from './publish-reports.ts'

test('processes count the viewers of each other over Redis, except of a process that has ended', async () => {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const time = fakeScheduler(0)
  const start = (viewers: number) => {
    const entries = redisEntries(redis.url, () => undefined)
    onTestFinished(() => entries.close())
    return publishReports(
      {
        logger: silentLogger,
        processReports: processReportsIn(entries),
        describeProcess: () => ({ id: `${viewers}` }),
        running: undefined,
      },
      () => viewers,
      time,
    )
  }
  const processes = [1, 2, 4].map(start)
  const counts = async () => {
    await time.advance(3_000)
    return processes.map(({ viewersElsewhere }) => viewersElsewhere())
  }
  await expect.poll(counts).toEqual([6, 5, 3])
  await processes.shift()?.stop()
  await expect.poll(counts).toEqual([4, 2])
  await Promise.all(processes.map(({ stop }) => stop()))
})
