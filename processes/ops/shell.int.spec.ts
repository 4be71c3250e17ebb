import { rmSync, statSync, writeFileSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/reader.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { redisKeyPrefix } from '@thirty/infra/redis/connection.ts'
import { formatReadModelKey } from '@thirty/infra/read-models/redis/scripts.ts'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { connectRedis } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { inspectRedis } from '@thirty/infra/testing/read-models/redis-inspector.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { plantInStore } from '@thirty/projections/testing/plant-in-store.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStores } from '../testing/history-model/stores.ts'
import { runInShell } from '../testing/operator-shell.ts'
import { productOfTest, productForFile } from '../testing/product.ts'

// Some tests open and verify the log several times.
vi.setConfig({ testTimeout: 120_000 })

const product = productForFile()

/** Copies the data folder of the product, as one at rest. */
async function folderAtRest(): Promise<string> {
  const folder = await temporaryFolder()
  const { code } = await runInShell(['log', 'backup', folder], { folder: product.folder })
  expect(code).toBe(0)
  await cp(join(product.folder, 'media'), join(folder, 'media'), { recursive: true })
  return folder
}

async function lastEvent(folder: string) {
  const log = openReadOnlyLog(folder)
  onTestFinished(log.close)
  return (await collectBatches(log.readAll())).findLast(({ stream }) => stream.startsWith('user-'))
}

/** Runs a command beside the running server. */
const shell = (...args: string[]) => runInShell(args, { folder: product.folder })

/** Expects that doctor and replay find that the document of a person is missing, and that the replay rebuilds all read models. */
async function expectMissing(id: string, run: typeof shell) {
  const difference = `document ${id} is missing`
  const doctor = await run('doctor', '--json')
  const details = expect.arrayContaining([`  ${difference}`])
  const findings = [
    { check: 'read models', state: 'fault', details },
    { check: 'log', state: 'fine' },
  ].map((finding) => expect.objectContaining(finding))
  expect(JSON.parse(doctor.text)).toMatchObject({
    success: false,
    findings: expect.arrayContaining(findings),
  })
  const replay = await run('replay', '--json')
  const { readModels } = JSON.parse(replay.text)
  const differences = expect.arrayContaining([difference])
  expect(readModels).toContainEqual(expect.objectContaining({ name: 'people', differences }))
  expect(new Set(readModels.map(({ isRebuilt }: { isRebuilt: boolean }) => isRebuilt))).toEqual(
    new Set([true]),
  )
  expect([doctor.code, replay.code]).toEqual([1, 1])
}

test('a refused change and an unknown account are faults, which name the reason or similar accounts', async () => {
  const [root, ada] = [await product.admin(), await product.participant()]
  const notes = 'There must be at least one active owner.'
  expect(await shell('user', 'deactivate', root.email)).toMatchObject({ code: 1, notes })
  const similar = await shell('user', 'activate', ada.username.slice(0, -1))
  expect([similar.code, similar.notes]).toEqual([1, expect.stringContaining(`<${ada.email}>`)])
  const text = expect.stringContaining('"success":false')
  expect(await shell('user', 'activate', 'nobody@people.example', '--json')).toMatchObject({ code: 1, text })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await shell('user', 'activate', unknown)).toMatchObject({ code: 1, notes: 'User not found' })
})

test('an operator changes accounts by username, id and address, at once, and is the actor in the log', async () => {
  const [root, ada] = [await product.admin(), await product.participant()]
  const me = () => product.ask({ method: 'GET', path: '/api/auth/me', token: ada.token })
  expect((await shell('user', 'deactivate', ada.username)).code).toBe(0)
  expect((await me()).status).toBe(401)
  expect((await shell('user', 'activate', ada.id)).code).toBe(0)
  const made = await shell('user', 'make-admin', ada.email.toUpperCase(), '--json')
  expect(JSON.parse(made.text)).toMatchObject({ success: true, id: ada.id, change: 'make-admin' })
  const token = (await product.logIn(ada)) ?? ''
  expect(await product.send({ token }, 'GET /api/auth/me')).toMatchObject({ user: { isAdmin: true } })
  expect(await lastEvent(product.folder)).toMatchObject({
    type: 'AdminRightsGranted',
    stream: `user-${ada.id}`,
    metadata: { actor: operatorId },
  })
  await product.turnOnApp(root)
  const reset = () => shell('user', 'reset-two-factor', root.email)
  const text = 'Somebody no longer has a second factor, and is logged out everywhere.'
  expect(await reset()).toMatchObject({ code: 0, text })
  expect(await reset()).toMatchObject({ code: 1, notes: 'This account has no second factor.' })
  expect(await lastEvent(product.folder)).toMatchObject({
    type: 'SessionsRevoked',
    stream: `user-${root.id}`,
    metadata: { actor: operatorId },
  })
})

test('doctor reports what differs from the log or is missing and changes nothing, and replay rebuilds it', async () => {
  const ada = await product.participant()
  const { store, models } = product.core
  const people = models.shownProjections().find(({ projection }) => projection.name === 'people')?.projection
  if (!people) throw new Error('There is no such read model.')
  const fine = await shell('doctor')
  expect([fine.code, fine.text]).toEqual([0, expect.stringContaining('✓ The event log is intact')])
  await plantInStore(store, people, { deletes: [ada.id] })
  await expectMissing(ada.id, shell)
  expect(await store.load(people, [ada.id])).toMatchObject([{ email: ada.email }])
})

test('a shell with another secret is refused, and told why', async () => {
  const environment = { JWT_SECRET: 'another secret for specs of the whole product' }
  const args = ['user', 'activate', '00000000-0000-4000-8000-000000000000']
  expect(await runInShell(args, { folder: product.folder, environment })).toMatchObject({
    code: 1,
    notes: expect.stringContaining('JWT_SECRET must be that of the server'),
  })
})

test('at rest an operator makes an admin without a server, replay and doctor fold the log, and nothing stays open', async () => {
  const ada = await product.participant()
  const folder = await folderAtRest()
  // Shells of others have their sockets in the temporary folder of the machine.
  vi.stubEnv('TMPDIR', await temporaryFolder())
  expect((await runInShell(['user', 'make-admin', ada.email], { folder })).code).toBe(0)
  const metadata = { actor: operatorId }
  expect(await lastEvent(folder)).toMatchObject({ type: 'AdminRightsGranted', metadata })
  const replay = await runInShell(['replay'], { folder })
  expect([replay.code, replay.notes]).toEqual([0, expect.stringContaining('every start builds them anew')])
  // The shell saved snapshots when it ended.
  expect(await runInShell(['replay', '--from-snapshot'], { folder })).toMatchObject({
    code: 0,
    text: expect.stringMatching(/people: \d documents match the log; rebuilt and switched over\./),
  })
  const doctor = await runInShell(['doctor'], { folder })
  expect([doctor.code, doctor.text]).toEqual([
    0,
    expect.stringContaining('as the next start would build them'),
  ])
  expect(await readdir(tmpdir())).toEqual([])
})

test('over EventStoreDB and Redis the shell opens the stores beside the running server', async () => {
  const stores = await openStores('eventstoredb and redis')
  onTestFinished(stores.close)
  // The shell needs the settings of the server.
  const { REDIS_URL = '' } = stores.settings
  const environment = { ...stores.settings, CHALLENGE_TIMEZONE: timeZoneAtHour(12) }
  const running = await productOfTest(environment)
  const beside = (...args: string[]) => runInShell(args, { folder: running.folder, environment })
  await running.admin()
  const ada = await running.participant()
  const me = () => running.ask({ method: 'GET', path: '/api/auth/me', token: ada.token })
  expect(await beside('user', 'deactivate', ada.email)).toMatchObject({
    code: 0,
    text: 'Somebody is inactive, and is logged out everywhere.',
  })
  await expect.poll(async () => (await me()).status, { timeout: 60_000 }).toBe(401)

  const inspector = inspectRedis(REDIS_URL)
  onTestFinished(inspector.close)
  const redis = connectRedis(REDIS_URL)
  const { build } = (await inspector.liveBuild(peopleProjection)) ?? {}
  const documents = `${redisKeyPrefix}build:${formatReadModelKey(peopleProjection)}:${build}:documents`
  expect(await redis.hdel(documents, ada.id)).toBe(1)
  await expectMissing(ada.id, beside)
  expect(await beside('doctor')).toMatchObject({ code: 0 })

  const events = await beside('events', '--once')
  expect(events.code).toBe(0)
  expect(events.text.split('\n').map((line) => JSON.parse(line).type)).toContain('UserStatusChanged')
  expect(events.text).not.toContain('Somebody')
  // The server has taken everything back.
  await expect
    .poll(async () => (await running.ask({ method: 'GET', path: '/readyz' })).json, { timeout: 60_000 })
    .toMatchObject({ status: 'ready' })
})

test('the shell begins no new installation in an empty folder', async () => {
  const folder = await temporaryFolder()
  for (const args of [['replay'], ['doctor'], ['user', 'activate', 'ada']])
    expect(await runInShell(args, { folder })).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is no event log'),
    })
  expect(await readdir(folder)).toEqual([])
})

// Last: the file is gone afterwards.
test('the file that says where the server listens is for its owner only, and without its server the shell says so', async () => {
  const file = join(product.folder, 'running-server.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const address = `http://127.0.0.1:${await freePort()}`
  writeFileSync(file, JSON.stringify({ address, issuer: 'http://thirty.test', pid: process.pid }))
  expect(await shell('replay')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('The server cannot be reached'),
  })
  rmSync(file)
  expect(await shell('replay')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('A process uses the event log'),
  })
})
