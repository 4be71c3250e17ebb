import { silentLogger } from '@thirty/infra/logger.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { publishReports } from './publish-reports.ts'

test('a process reports itself at once and every three seconds, and takes the report back at its end', async () => {
  const processReports = processReportsIn((await temporaryEntries()).store)
  const time = fakeScheduler(0)
  const describeProcess = () => ({ id: 'one', at: time.now() })
  const stop = publishReports({ logger: silentLogger, processReports, describeProcess }, time)
  const reports = async () => (await processReports.list()).map(({ report }) => report)
  await time.advance(2_999)
  expect(await reports()).toEqual([{ id: 'one', at: 0 }])
  await time.advance(1)
  expect(await reports()).toEqual([{ id: 'one', at: 3_000 }])
  await stop()
  await time.advance(3_000)
  expect(await reports()).toEqual([])
})
