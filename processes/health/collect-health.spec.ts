import { healthResponse, type ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { collectHealth, type HealthSources } from './collect-health.ts'

const report = (id: string, host: string): ProcessReport => ({
  id,
  role: 'web',
  host,
  version: '1.0.0',
  startedAt: 1,
  memoryBytes: 5,
  sockets: 3,
  mail: null,
  push: null,
  webhooks: null,
  snapshots: null,
  storage: { freeBytes: null, refusal: null },
  untrustedProxy: null,
  projections: [{ name: 'people', isParked: true, check: null }],
})
const newest = { at: '2026-01-02T03:04:05.000Z' }
const log = {
  head: async () => 41n,
  readBackwards: async function* () {
    yield { events: [newest], position: 41n, scanned: 1 }
  },
} as unknown as HealthSources['log']
const sources: HealthSources = {
  log,
  health: { readModels: () => [], isStoreUnavailable: () => false },
  describeProcess: () => report('own', 'b'),
  config: readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' }),
  clock: () => 1,
  processReports: { list: async () => [] },
}

test('has the reports of all processes, its own as it is now, and none of another form', async () => {
  const { store, time } = await temporaryEntries()
  const processReports = processReportsIn(store)
  await processReports.publish('other', report('other', 'a'))
  time.now += 18_400
  await processReports.publish('own', report('own', 'b'))
  await processReports.publish('another-release', { id: 'from another release' })
  time.now += 2_000
  const list = vi.spyOn(processReports, 'list')
  let now = 1_000
  const collect = collectHealth({ ...sources, processReports, clock: () => now })
  const response = healthResponse.omit({ success: true }).parse(await collect())
  expect(response).toMatchObject({
    log: { position: '41', newestAt: Date.parse(newest.at) },
    hasAllProcesses: true,
    processes: [
      { host: 'a', ageSeconds: 20 },
      { host: 'b', ageSeconds: 0 },
    ],
  })
  for (const calls of [1, 2]) {
    await collect()
    expect(list).toHaveBeenCalledTimes(calls)
    now += 1_000
  }
})

test('a part that fails is missing, and the rest is there', async () => {
  const fail = async () => Promise.reject(new Error('away'))
  const processReports = { list: fail }
  const response = healthResponse
    .omit({ success: true })
    .parse(await collectHealth({ ...sources, log: { ...log, head: fail }, processReports })())
  expect(response).toMatchObject({ log: null, hasAllProcesses: false, processes: [{ id: 'own' }] })
})
