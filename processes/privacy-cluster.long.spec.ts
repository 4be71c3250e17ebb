import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createParticipant } from '../e2e/support/api.ts'
import { startCluster, type Cluster } from '../e2e/support/cluster.ts'
import { findInFiles, findInRedis } from './testing/personal-data.ts'
import { personWithTraces, submitProject, traces, type Send } from './testing/person-with-traces.ts'

// The test starts several processes, and live messages stay in Redis for twenty seconds.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ webs: 2, projectors: 1, env: { RATE_LIMIT: 'on' } })
})
afterAll(async () => void (await cluster.remove()))

let requests = 0
/** Sends each request to the next web process. */
const send: Send = async (method, path, body, token) => {
  const web = cluster.webs[(requests += 1) % cluster.webs.length]
  const isForm = body instanceof FormData
  const response = await fetch(`${web?.url}${path}`, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() }
}

test('after the deletion of an account and a scavenge, no shared store holds a trace of the person', async () => {
  const { log, dataDir, redis, adminKey } = cluster
  const target = { url: cluster.webs[0]?.url ?? '', adminKey }
  const other = await submitProject(send, (await createParticipant(target, 'Noah Kim')).token)
  const person = await personWithTraces(send, { othersProject: other.id })
  await expect.poll(() => findInFiles(join(dataDir, 'outbox'), traces)).not.toEqual([])
  // The search finds traces before the deletion.
  expect((await findInFiles(log.folder, traces)).length).toBeGreaterThan(5)
  const before = await findInRedis(redis.url, traces)
  expect(before.length).toBeGreaterThan(5)
  expect(before.some((found) => found.includes(':sio: '))).toBe(true)

  await person.deleteAccount()
  process.kill(log.pid(), 'SIGHUP')
  await expect.poll(() => log.output()).toContain('scavenged')

  // Names of streams included.
  expect(await findInFiles(log.folder, traces)).toEqual([])
  const screenshots = [person.screenshot, other.screenshot]
  expect((await readdir(join(dataDir, 'media'))).sort()).toEqual(
    screenshots.flatMap((name) => [name, thumbnailOf(name)]).sort(),
  )
  expect(await findInFiles(dataDir, traces)).toEqual([])
  await expect.poll(() => findInRedis(redis.url, traces), { timeout: 40_000, interval: 1_000 }).toEqual([])
  // The id stays, and with it the standings; no name leads to it.
  const records = recordsIn(log.folder)
  const [deletion] = records.filter(({ stream }) => stream === `deleted-${person.id}`)
  const { correlation } = JSON.parse(deletion?.record ?? '').metadata
  const released = records.filter(
    ({ stream, record }) => /^(email|username)-/.test(stream) && record.includes('"Released"'),
  )
  expect(released).toHaveLength(3)
  const ofNames = records.filter(({ stream }) => /^(email|username|identity)-/.test(stream))
  for (const { record } of ofNames)
    for (const id of [person.id, correlation]) expect(record).not.toContain(id)
})

/** Returns what the fake EventStoreDB stores. */
function recordsIn(folder: string): { stream: string; record: string }[] {
  using db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  return db
    .prepare('SELECT name, record FROM events JOIN streams ON id = stream WHERE record IS NOT NULL')
    .all()
    .map(({ name, record }) => ({ stream: String(name), record: String(record) }))
}
