import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addSubscription } from '@thirty/command-api/accounts/push/subscriptions.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { sqlitePersonalDocuments } from '@thirty/infra/personal-documents/sqlite.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { startFakePushService, type FakeBrowser } from '@thirty/infra/testing/push/fake-push-service.ts'
import { findInFiles } from './testing/personal-data.ts'
import { password, startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { freeze, submitProject } from './testing/scenario.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let service: Awaited<ReturnType<typeof startFakePushService>>
let product: TestProduct
let admin: Person
const start = (folder?: string) => startTestProduct({}, folder, { pushConnection: service.connection })
beforeAll(async () => {
  service = await startFakePushService()
  product = await start()
  admin = await product.admin()
})
afterAll(async () => {
  await product.close()
  await service.close()
})

type Request = { by: Person; body?: unknown; key?: string }

async function ask(method: string, path: string, { by, body, key }: Request): Promise<unknown> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const { status, text, json } = await product.ask({ method, path, token: by.token, body, headers })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  return json
}

async function subscribe(by: Person): Promise<FakeBrowser> {
  const browser = service.browser()
  await ask('PUT', '/api/push/subscription', { by, body: browser.subscription })
  return browser
}

/** Another session of a person. */
async function logIn({ username, ...person }: Person): Promise<Person> {
  const body = { emailOrUsername: username, password }
  const { json } = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  // The schema of the response defines this type.
  return { ...person, username, token: (json as { user: { token: string } }).user.token }
}

let stars = 0
const ratingOf = (projectId: string) => {
  stars = (stars % 5) + 1
  const criteria = { functionality: stars, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
  return { projectId, criteria, feedback: 'A private remark' }
}
const rate = (projectId: string, key?: string) =>
  ask('POST', '/api/ratings/submit', { by: admin, body: ratingOf(projectId), ...(key && { key }) })

const payloads = ({ received }: FakeBrowser) => received.map(({ payload }) => payload)
/** Waits until nothing is sent any more. */
const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
}
const expectNumber = (browser: FakeBrowser, number: number) =>
  expect.poll(() => browser.received.length, { timeout: 5_000 }).toBe(number)

/** A participant with a project and a browser that receives messages. */
async function participant() {
  const owner = await product.participant()
  const projectId = await submitProject(product, owner)
  return { owner, projectId, browser: await subscribe(owner) }
}

test('all browsers of the owner are told of a rating and a rejection, with no more than the bell shows', async () => {
  const { owner, projectId, browser } = await participant()
  const [second, stranger] = [await subscribe(await logIn(owner)), (await participant()).browser]
  await rate(projectId)
  await expectNumber(browser, 1)
  await ask('PUT', `/api/projects/${projectId}`, {
    by: admin,
    body: { status: 'rejected', reason: 'No link' },
  })
  await expectNumber(browser, 2)
  await expectNumber(second, 2)
  const path = `/project/${projectId}`
  expect(payloads(browser)).toEqual([
    {
      title: 'Your project was rated',
      body: 'Tomato clock (day 1): 3.2 of 5',
      path,
      tag: `rated ${projectId}`,
    },
    {
      title: 'Your project was rejected',
      body: 'Tomato clock (day 1): No link',
      path,
      tag: `reviewed ${projectId}`,
    },
  ])
  expect(stranger.received).toEqual([])
})

test('a message is in the language that the owner has chosen', async () => {
  const { owner, projectId, browser } = await participant()
  await ask('PUT', '/api/auth/profile', { by: owner, body: { language: 'de' } })
  await ask('PUT', `/api/projects/${projectId}`, {
    by: admin,
    body: { status: 'rejected', reason: 'No link' },
  })
  await expectNumber(browser, 1)
  expect(payloads(browser)).toMatchObject([
    { title: 'Dein Projekt wurde abgelehnt', body: 'Tomato clock (Tag 1): No link' },
  ])
})

test('an approval and a rating that changes nothing are not pushed', async () => {
  const { projectId, browser } = await participant()
  const body = ratingOf(projectId)
  await ask('POST', '/api/ratings/submit', { by: admin, body })
  await expectNumber(browser, 1)
  await ask('POST', '/api/ratings/submit', { by: admin, body })
  await ask('PUT', `/api/projects/${projectId}`, { by: admin, body: { status: 'approved' } })
  await settled()
  expect(browser.received).toHaveLength(1)
})

test('a logout ends the messages to that browser only', async () => {
  const { owner, projectId, browser } = await participant()
  const other = await logIn(owner)
  const otherBrowser = await subscribe(other)
  await ask('POST', '/api/auth/logout', { by: other })
  await rate(projectId)
  await expectNumber(browser, 1)
  expect(otherBrowser.received).toEqual([])
})

test('another password, a deactivation and the own switch end the messages', async () => {
  const people = await Promise.all([participant(), participant(), participant()])
  const [changed, inactive, off] = people
  const passwords = { currentPassword: password, newPassword: `${password}-new` }
  await ask('POST', '/api/auth/change-password', { by: changed.owner, body: passwords })
  const userPath = `/api/auth/users/${inactive.owner.id}/status`
  await ask('PUT', userPath, { by: admin, body: { status: 'inactive' } })
  await ask('PUT', '/api/auth/profile', { by: off.owner, body: { notifications: { push: false } } })
  for (const { projectId } of people) await rate(projectId)
  await settled()
  // A later activation does not bring back the browsers of ended sessions.
  await ask('PUT', userPath, { by: admin, body: { status: 'active' } })
  await rate(inactive.projectId)
  await settled()
  expect(people.flatMap(({ browser }) => browser.received)).toEqual([])
})

test('nothing is pushed while admins have switched notifications off', async () => {
  const { projectId, browser } = await participant()
  const path = '/api/admin/challenge/options'
  await ask('PUT', path, { by: admin, body: { notifications: false, emailReminders: true } })
  await rate(projectId)
  await settled()
  await ask('PUT', path, { by: admin, body: { notifications: true, emailReminders: true } })
  expect(browser.received).toEqual([])
})

test('owners are told of ratings during a freeze at the reveal, once for each project, and not before (T409)', async () => {
  const { owner, projectId, browser } = await participant()
  await freeze(product, admin)
  await rate(projectId)
  const rater = await product.participant()
  await ask('POST', '/api/ratings/submit', { by: rater, body: ratingOf(projectId) })
  await settled()
  expect(payloads(browser)).toEqual([])

  const list = async () => {
    const json = await ask('GET', '/api/notifications', { by: owner })
    // The schema of the response defines this type.
    return json as { unread: number; position: string; notifications: { kind: string; isUnread: boolean }[] }
  }
  await ask('POST', '/api/notifications/read', { by: owner, body: { upTo: (await list()).position } })
  await expect.poll(async () => (await list()).unread).toBe(0)
  await ask('POST', '/api/admin/challenge/reveal', {
    by: admin,
    body: {},
    key: 'b1f5f9c2-6a44-4f0e-8d0a-0c2f0a0f0001',
  })
  await ask('POST', '/api/admin/challenge/reveal', {
    by: admin,
    body: {},
    key: 'b1f5f9c2-6a44-4f0e-8d0a-0c2f0a0f0001',
  })
  await expectNumber(browser, 1)
  await settled()
  expect(payloads(browser)).toMatchObject([{ title: 'Your project was rated', tag: `rated ${projectId}` }])
  await expect.poll(async () => (await list()).unread).toBe(2)
  const ratings = (await list()).notifications.filter(({ kind }) => kind === 'rated')
  expect(ratings.map(({ isUnread }) => isUnread)).toEqual([true, true])
})

test('a subscription that the push service has ended is forgotten, and a refusal is not', async () => {
  const { owner, projectId, browser } = await participant()
  const [gone, busy] = [browser, await subscribe(owner)]
  gone.answer = { status: 410 }
  busy.answer = { status: 503 }
  await rate(projectId)
  await expectNumber(gone, 1)
  await expectNumber(busy, 1)
  await settled()
  await rate(projectId)
  await expectNumber(busy, 2)
  expect(gone.received).toHaveLength(1)
})

test('a browser that unsubscribes gets nothing, and an eleventh one replaces the oldest', async () => {
  const { owner, projectId, browser } = await participant()
  const { endpoint } = browser.subscription
  await ask('DELETE', '/api/push/subscription', { by: owner, body: { endpoint } })
  const browsers: FakeBrowser[] = []
  for (let count = 0; count < 11; count += 1) browsers.push(await subscribe(owner))
  await rate(projectId)
  await expectNumber(browsers.at(-1) ?? browser, 1)
  await settled()
  expect([browser, ...browsers].map(({ received }) => received.length)).toEqual([0, 0, ...Array(10).fill(1)])
})

test('a deletion of the account leaves no address of a browser', async () => {
  const { owner, browser } = await participant()
  const { endpoint } = browser.subscription
  expect(await findInFiles(product.folder, [endpoint])).not.toEqual([])
  await ask('DELETE', '/api/auth/account', { by: owner, body: { password } })
  expect(await findInFiles(product.folder, [endpoint])).toEqual([])
})

test('addresses that no push service has are refused', async () => {
  const owner = await product.participant()
  const { subscription } = service.browser()
  for (const endpoint of [
    'http://push.example/a',
    'https://127.0.0.1/a',
    'https://redis/a',
    'https://push.example:22/',
  ]) {
    const body = { ...subscription, endpoint }
    const { status, json } = await product.ask({
      method: 'PUT',
      path: '/api/push/subscription',
      token: owner.token,
      body,
    })
    expect([endpoint, status, json]).toMatchObject([
      endpoint,
      422,
      { errors: { endpoint: 'This is not a push service address' } },
    ])
  }
})

test('a browser is told two hours before the day closes, once, and after a restart not again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-push-'))
  const browser = service.browser()
  const user = randomUUID()
  await seedChallengeOfYesterday(folder, user)
  const documents = sqlitePersonalDocuments(folder)
  const session = { token: 'a-token', version: 0, expiresAt: Date.now() + 3_600_000 }
  await documents.change(user, 'push', () =>
    addSubscription({ subscriptions: [], sent: [] }, { ...browser.subscription, session }),
  )
  await documents.close()
  const startAtTen = () =>
    startTestProduct({ CHALLENGE_TIMEZONE: timeZoneAtHour(22) }, folder, {
      pushConnection: service.connection,
    })
  let evening = await startAtTen()
  await expectNumber(browser, 1)
  expect(payloads(browser)).toMatchObject([{ title: 'Day 2 ends soon', path: '/SubmitProject' }])
  expect(Number(browser.received[0]?.headers['ttl'])).toBeLessThanOrEqual(7_200)
  await evening.stop()
  evening = await startAtTen()
  await settled()
  await evening.close()
  expect(browser.received).toHaveLength(1)
})

/** Stores a challenge that started yesterday, with a participant. */
async function seedChallengeOfYesterday(folder: string, user: string): Promise<void> {
  const log = await openSqliteLog({
    folder,
    onFailure: (error) => {
      throw error
    },
  })
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const event = (type: string, data: unknown) => ({
    id: randomUUID(),
    type,
    version: 1,
    at,
    data,
    metadata: { correlation: 'spec', run: 1 },
  })
  await log.append('challenge', [event('ChallengeStarted', { run: 1, startsAt: at })], 'none')
  const registered = { fullName: 'Ana', email: 'ana@people.example', role: 'participant' }
  await log.append(`user-${user}`, [event('UserRegistered', registered)], 'none')
  await log.close()
}

// Last: the people of the product that starts again would get the names of those before.
test('a message is sent once, also on a retry, after a restart, and when the read models are rebuilt', async () => {
  const { projectId, browser } = await participant()
  const body = ratingOf(projectId)
  const request = { by: admin, body, key: 'one-rating-only' }
  await ask('POST', '/api/ratings/submit', request)
  await expectNumber(browser, 1)
  await ask('POST', '/api/ratings/submit', request)
  const { folder } = product
  await product.stop()
  rmSync(join(folder, 'snapshots'), { recursive: true, force: true })
  product = await start(folder)
  await ask('POST', '/api/ratings/submit', request)
  await settled()
  expect(browser.received).toHaveLength(1)
  await rate(projectId)
  await expectNumber(browser, 2)
})
