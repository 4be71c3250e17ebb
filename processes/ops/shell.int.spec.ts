import { rmSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/read-only-log.ts'
import { plantInStore } from '@thirty/projections/testing/plant-in-store.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runInShell } from '../testing/operator-shell.ts'
import { startTestProduct, type TestProduct } from '../testing/product.ts'
import { submitProject } from '../testing/scenario.ts'
import { turnOnApp } from '../testing/two-factor-scenarios.ts'

// The tests start a whole product, some of them twice.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
beforeEach(async () => {
  product = await startTestProduct()
})
afterEach(() => product.close())

/** Copies the data folder of the product, as one at rest. */
async function folderAtRest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-at-rest-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { code } = await runInShell(['log', 'backup', folder], { folder: product.folder })
  expect(code).toBe(0)
  await cp(join(product.folder, 'media'), join(folder, 'media'), { recursive: true })
  return folder
}

const lastEvent = async (folder: string) => {
  const log = openReadOnlyLog(folder)
  try {
    const events = []
    for await (const batch of log.readAll()) events.push(...batch)
    return events.findLast(({ stream }) => stream.startsWith('user-'))
  } finally {
    log.close()
  }
}

const privilegesOf = async (token: string) => {
  const { json } = await product.ask({ method: 'GET', path: '/api/auth/me', token })
  return (json as { user?: { isAdmin: boolean } }).user?.isAdmin
}

describe('beside a running server', () => {
  const shell = (...args: string[]) => runInShell(args, { folder: product.folder })

  test('an operator makes an admin, whose rights apply at once, and is the actor in the log', async () => {
    const ada = await product.participant()
    expect(await shell('user', 'make-admin', ada.email)).toMatchObject({
      code: 0,
      text: 'Somebody is an admin.',
    })
    expect(await privilegesOf(ada.token)).toBe(true)
    expect(await lastEvent(product.folder)).toMatchObject({
      type: 'AdminRightsGranted',
      stream: `user-${ada.id}`,
      metadata: { actor: operatorId },
    })
  })

  test('an operator deactivates and activates an account by username, id and address in any case', async () => {
    const [root, ada] = [await product.admin(), await product.participant()]
    const statusOf = async () =>
      (await product.ask({ method: 'GET', path: '/api/auth/me', token: ada.token })).status
    expect((await shell('user', 'deactivate', ada.username)).code).toBe(0)
    expect(await statusOf()).toBe(401)
    expect((await shell('user', 'activate', ada.id)).code).toBe(0)
    expect(
      JSON.parse((await shell('user', 'deactivate', ada.email.toUpperCase(), '--json')).text),
    ).toMatchObject({
      success: true,
      id: ada.id,
      change: 'deactivate',
    })
    expect(await shell('user', 'deactivate', root.email)).toMatchObject({
      code: 1,
      notes: 'There must be at least one active owner.',
    })
  })

  test('an operator resets the two-factor sign-in of an admin, once', async () => {
    const ines = await product.admin()
    await turnOnApp(product, ines)
    expect(await shell('user', 'reset-two-factor', ines.email)).toMatchObject({
      code: 0,
      text: 'Somebody no longer has a second factor, and is logged out everywhere.',
    })
    expect(await shell('user', 'reset-two-factor', ines.email)).toMatchObject({
      code: 1,
      notes: 'This account has no second factor.',
    })
  })

  test('an unknown account is a fault that names similar ones', async () => {
    const ada = await product.participant()
    const { code, notes } = await shell('user', 'activate', ada.username.slice(0, -1))
    expect([code, notes]).toEqual([1, expect.stringContaining(`<${ada.email}>`)])
    expect(await shell('user', 'activate', 'nobody@people.example', '--json')).toMatchObject({
      code: 1,
      text: expect.stringContaining('"success":false'),
    })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await shell('user', 'activate', unknown)).toMatchObject({ code: 1, notes: 'User not found' })
  })

  test('replay rebuilds all read models, and says what differed', async () => {
    const ada = await product.participant()
    const people = product.core.models
      .shownProjections()
      .find(({ projection }) => projection.name === 'people')
    if (!people) throw new Error('There is no such read model.')
    const before = await product.core.store.liveBuild(people.projection)
    expect(await shell('replay')).toMatchObject({
      code: 0,
      text: expect.stringContaining('people: 1 documents match the log; rebuilt and switched over.'),
    })
    const after = await product.core.store.liveBuild(people.projection)
    expect(after?.build.build).not.toBe(before?.build.build)
    await plantInStore(product.core.store, people.projection, { deletes: [ada.id] })
    expect(await product.core.store.load(people.projection, [ada.id])).toEqual([undefined])
    const { code, text } = await shell('replay', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(text).readModels).toContainEqual(
      expect.objectContaining({
        name: 'people',
        isRebuilt: true,
        differences: expect.arrayContaining([`document ${ada.id} is missing`]),
      }),
    )
    expect(await product.core.store.load(people.projection, [ada.id])).toMatchObject([{ email: ada.email }])
  })

  test('doctor finds no fault in a product that is fine, and changes nothing', async () => {
    const ada = await product.participant()
    await submitProject(product, ada)
    rmSync(join(product.folder, 'media'), { recursive: true })
    // The image of the project was never uploaded.
    const { code, text } = await shell('doctor')
    expect(code).toBe(1)
    expect(text).toContain('2 image files missing.')
    expect(text).toContain('✓ The event log is intact')
    expect(text).toContain('read models match the log, in the running server.')
  })

  test('doctor reports a read model that differs and leaves it as it is', async () => {
    const ada = await product.participant()
    const people = product.core.models
      .shownProjections()
      .find(({ projection }) => projection.name === 'people')
    if (!people) throw new Error('There is no such read model.')
    expect((await shell('doctor')).code).toBe(0)
    await plantInStore(product.core.store, people.projection, { deletes: [ada.id] })
    const { code, text } = await shell('doctor', '--json')
    expect(code).toBe(1)
    const report = JSON.parse(text)
    expect(report.success).toBe(false)
    expect(report.findings).toContainEqual(
      expect.objectContaining({ check: 'read models', state: 'fault', details: expect.any(Array) }),
    )
    expect(await product.core.store.load(people.projection, [ada.id])).toEqual([undefined])
  })

  test('a shell with another secret is refused, and told why', async () => {
    const environment = { JWT_SECRET: 'another secret for specs of the whole product' }
    const args = ['user', 'activate', '00000000-0000-4000-8000-000000000000']
    expect(await runInShell(args, { folder: product.folder, environment })).toMatchObject({
      code: 1,
      notes: expect.stringContaining('JWT_SECRET must be that of the server'),
    })
  })

  test('a stopped command says that the server completes it', async () => {
    const end = new AbortController()
    end.abort()
    expect(await runInShell(['replay'], { folder: product.folder, signal: end.signal })).toMatchObject({
      code: 1,
    })
  })

  test('the file that says where the server listens is for its owner only, and goes with the server', async () => {
    const file = join(product.folder, 'running-server.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const other = await startTestProduct()
    const names = () => readdir(other.folder)
    expect(await names()).toContain('running-server.json')
    const folder = await mkdtemp(join(tmpdir(), 'thirty-closed-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await other.close()
    await expect(names()).rejects.toThrow('ENOENT')
  })

  test('a process that uses the log without saying where it listens is named', async () => {
    rmSync(join(product.folder, 'running-server.json'))
    expect(await shell('replay')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('A process uses the event log'),
    })
  })

  test('a server that does not answer is named', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    server.close()
    const content = { address: `http://127.0.0.1:${port}`, issuer: 'http://thirty.test', pid: process.pid }
    writeFileSync(join(product.folder, 'running-server.json'), JSON.stringify(content))
    expect(await shell('replay')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('The server cannot be reached'),
    })
  })
})

describe('at rest', () => {
  test('an operator makes an admin without a server, and nothing stays open', async () => {
    const ada = await product.participant()
    const folder = await folderAtRest()
    expect(await runInShell(['user', 'make-admin', ada.email], { folder })).toMatchObject({ code: 0 })
    expect(await lastEvent(folder)).toMatchObject({
      type: 'AdminRightsGranted',
      metadata: { actor: operatorId },
    })
    // The log is free again.
    expect(await runInShell(['user', 'deactivate', ada.email], { folder })).toMatchObject({
      code: 1,
      notes: 'There must be at least one active owner.',
    })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('thirty-ops-'))).toEqual([])
  })

  test('replay and doctor fold the log', async () => {
    await product.participant()
    const folder = await folderAtRest()
    const replay = await runInShell(['replay'], { folder })
    expect([replay.code, replay.notes]).toEqual([0, expect.stringContaining('every start builds them anew')])
    // The shell saved snapshots when it ended.
    expect(await runInShell(['replay', '--from-snapshot'], { folder })).toMatchObject({
      code: 0,
      text: expect.stringContaining('people: 1 documents match the log; rebuilt and switched over.'),
    })
    const doctor = await runInShell(['doctor'], { folder })
    expect([doctor.code, doctor.text]).toEqual([
      0,
      expect.stringContaining('as the next start would build them'),
    ])
  })

  test('the shell begins no new installation in an empty folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'thirty-empty-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    for (const args of [['replay'], ['doctor'], ['user', 'activate', 'ada']])
      expect(await runInShell(args, { folder })).toMatchObject({
        code: 1,
        notes: expect.stringContaining('There is no event log'),
      })
    expect(await readdir(folder)).toEqual([])
  })
})
