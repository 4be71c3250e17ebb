import { healthResponse, type ProcessReport } from '@thirty/contracts/operations/health-api.ts'
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
const reports = (list: NonNullable<HealthSources['processReports']>['list']) => ({
  list,
  publish: async () => undefined,
  remove: async () => undefined,
  close: () => undefined,
})
const sources: HealthSources = {
  log,
  health: { readModels: () => [], isStoreUnavailable: () => false },
  describeProcess: () => report('own', 'b'),
  config: readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' }),
  clock: () => 1,
}

test('has the reports of all processes, its own as it is now, and none of another form', async () => {
  const list = vi.fn<NonNullable<HealthSources['processReports']>['list']>(async () => [
    { report: report('own', 'b'), ageSeconds: 2 },
    { report: report('other', 'a'), ageSeconds: 20.4 },
    { report: { id: 'from another release' }, ageSeconds: 0 },
    { report: undefined, ageSeconds: 0 },
  ])
  let now = 1_000
  const collect = collectHealth({ ...sources, processReports: reports(list), clock: () => now })
  const response = healthResponse.parse(await collect())
  expect(response.processes.map(({ host, ageSeconds }) => [host, ageSeconds])).toEqual([
    ['a', 20],
    ['b', 0],
  ])
  expect(response.log).toEqual({ position: '41', newestAt: Date.parse(newest.at) })
  expect(response.hasAllProcesses).toBe(true)
  await collect()
  expect(list).toHaveBeenCalledTimes(1)
  now += 1_000
  await collect()
  expect(list).toHaveBeenCalledTimes(2)
})

test('a part that fails is missing, and the rest is there', async () => {
  const fail = async () => Promise.reject(new Error('away'))
  const collect = collectHealth({
    ...sources,
    log: { ...log, head: fail },
    processReports: reports(fail),
  })
  const response = healthResponse.parse(await collect())
  expect([response.log, response.hasAllProcesses, response.processes.map(({ id }) => id)]).toEqual([
    null,
    false,
    ['own'],
  ])
})
