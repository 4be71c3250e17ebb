import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addSubscription } from '@thirty/command-api/accounts/push/subscriptions.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { failTest, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakePushService, type FakeBrowser } from '@thirty/infra/testing/push/fake-push-service.ts'
import { password, startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { freeze, logIn, rate, stars, submitProject } from './testing/scenario.ts'

const service = appForFile(startFakePushService)
let product: TestProduct
let admin: Person
const start = (folder?: string) => startTestProduct({}, folder, { pushConnection: service.connection })
beforeAll(async () => {
  product = await start()
  admin = await product.admin()
})
afterAll(() => product.close())

async function subscribe(by: Person): Promise<FakeBrowser> {
  const browser = service.browser()
  await product.send(by, 'PUT /api/push/subscription', browser.subscription)
  return browser
}

let given = 0
/** Rates a project with other stars than before. */
const rateAgain = (projectId: string) => rate(product, admin, projectId, (given = (given % 5) + 1))
const reject = (projectId: string) =>
  product.send(admin, `PUT /api/projects/${projectId}`, { status: 'rejected', reason: 'No link' })

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
  const token = (await logIn(product, owner)) ?? ''
  const [second, stranger] = [await subscribe({ ...owner, token }), (await participant()).browser]
  await rate(product, admin, projectId, 3)
  await expectNumber(browser, 1)
  await reject(projectId)
  await expectNumber(browser, 2)
  await expectNumber(second, 2)
  const path = `/project/${projectId}`
  expect(payloads(browser)).toEqual([
    {
      title: 'Your project was rated',
      body: 'Tomato clock (day 1): 3.0 of 5',
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

test('a logout ends the messages to that browser only', async () => {
  const { owner, projectId, browser } = await participant()
  const other = { ...owner, token: (await logIn(product, owner)) ?? '' }
  const otherBrowser = await subscribe(other)
  await product.send(other, 'POST /api/auth/logout')
  await rateAgain(projectId)
  await expectNumber(browser, 1)
  expect(otherBrowser.received).toEqual([])
})

test("another password, a deactivation and the user's own switch end the messages", async () => {
  const people = await Promise.all([participant(), participant(), participant()])
  const [changed, inactive, off] = people
  const passwords = { currentPassword: password, newPassword: `${password}-new` }
  await product.send(changed.owner, 'POST /api/auth/change-password', passwords)
  const setStatus = (status: string) =>
    product.send(admin, `PUT /api/auth/users/${inactive.owner.id}/status`, { status })
  await setStatus('inactive')
  await product.send(off.owner, 'PUT /api/auth/profile', { notifications: { push: false } })
  for (const { projectId } of people) await rateAgain(projectId)
  await settled()
  // A later activation does not bring back the browsers of ended sessions.
  await setStatus('active')
  await rateAgain(inactive.projectId)
  await settled()
  expect(people.flatMap(({ browser }) => browser.received)).toEqual([])
})

test('owners are told of ratings during a freeze at the reveal, once for each project, and not before (T409)', async () => {
  const { owner, projectId, browser } = await participant()
  await freeze(product, admin)
  await rateAgain(projectId)
  await rate(product, await product.participant(), projectId, 4)
  await settled()
  expect(payloads(browser)).toEqual([])

  type List = { unread: number; position: string; notifications: { kind: string; isUnread: boolean }[] }
  const list = () => product.send<List>(owner, 'GET /api/notifications')
  await product.send(owner, 'POST /api/notifications/read', { upTo: (await list()).position })
  await expect.poll(async () => (await list()).unread).toBe(0)
  const headers = { 'idempotency-key': 'one-reveal-only' }
  for (const _ of [1, 2]) await product.answer(admin, 'POST /api/admin/challenge/reveal', {}, headers)
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
  await rateAgain(projectId)
  await expectNumber(gone, 1)
  await expectNumber(busy, 1)
  await settled()
  await rateAgain(projectId)
  await expectNumber(busy, 2)
  expect(gone.received).toHaveLength(1)
})

test('a browser that unsubscribes gets nothing, and an eleventh one replaces the oldest', async () => {
  const { owner, projectId, browser } = await participant()
  const { endpoint } = browser.subscription
  await product.send(owner, 'DELETE /api/push/subscription', { endpoint })
  const browsers: FakeBrowser[] = []
  for (let count = 0; count < 11; count += 1) browsers.push(await subscribe(owner))
  await rateAgain(projectId)
  await expectNumber(browsers.at(-1) ?? browser, 1)
  await settled()
  expect([browser, ...browsers].map(({ received }) => received.length)).toEqual([0, 0, ...Array(10).fill(1)])
})

/** Stores a challenge that started yesterday, with two participants. Only the address of the first is confirmed; returns the id. */
async function seedChallengeOfYesterday(folder: string): Promise<string> {
  const log = await openSqliteLog({ folder, onFailure: failTest })
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const metadata = { correlation: 'spec', run: 1 }
  const event = (type: string, data: unknown) => ({ id: randomUUID(), type, version: 1, at, data, metadata })
  await log.append('challenge', [event('ChallengeStarted', { run: 1, startsAt: at })], 'none')
  const [confirmed, unconfirmed] = [randomUUID(), randomUUID()]
  const registered = (email: string) =>
    event('UserRegistered', { fullName: 'Ana', email, role: 'participant' })
  const confirmation = event('EmailConfirmed', { email: 'ana@people.example' })
  await log.append(`user-${confirmed}`, [registered('ana@people.example'), confirmation], 'none')
  await log.append(`user-${unconfirmed}`, [registered('bob@people.example')], 'none')
  await log.close()
  return confirmed
}

test('a browser and a confirmed address are told two hours before the day closes, once, and after a restart not again', async () => {
  const folder = await temporaryFolder()
  const browser = service.browser()
  const user = await seedChallengeOfYesterday(folder)
  const entries = sqliteEntries(folder)
  const session = { token: 'a-token', version: 0, expiresAt: Date.now() + 3_600_000 }
  const subscription = { ...browser.subscription, session }
  const pushed = () => addSubscription({ subscriptions: [], sent: [] }, subscription)
  await personalDocumentsIn(entries).change(user, 'push', pushed)
  await entries.close()
  const settings = { CHALLENGE_TIMEZONE: timeZoneAtHour(22) }
  const startAtTen = () => startTestProduct(settings, folder, { pushConnection: service.connection })
  const outbox = join(folder, 'outbox')
  const mails = () => readdir(outbox).catch((): string[] => [])

  const evening = await startAtTen()
  await expectNumber(browser, 1)
  expect(payloads(browser)).toMatchObject([{ title: 'Day 2 ends soon', path: '/SubmitProject' }])
  expect(Number(browser.received[0]?.headers['ttl'])).toBeLessThanOrEqual(7_200)
  await expect.poll(mails, { timeout: 5_000 }).toEqual([expect.stringMatching(/-reminder-.*\.eml$/)])
  await evening.stop()
  const again = await startAtTen()
  await settled()
  const files = await mails()
  const mail = await readFile(join(outbox, files[0] ?? ''), 'utf8')
  await again.close()
  expect([browser.received.length, files.length]).toEqual([1, 1])
  expect(mail).toMatch(/^To: ana@people\.example\r$/m)
  expect(mail).toMatch(/^List-Unsubscribe: <http:\/\/[^>]+\/api\/reminders\/unsubscribe\?token=[\w.-]+>\r$/m)
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

// Last: the people of the product that starts again would get the names of those before.
test('a message is sent once, also on a retry, after a restart, and when the read models are rebuilt', async () => {
  const { projectId, browser } = await participant()
  const body = { projectId, criteria: stars(4) }
  const headers = { 'idempotency-key': 'one-rating-only' }
  const send = () => product.answer(admin, 'POST /api/ratings/submit', body, headers)
  await send()
  await expectNumber(browser, 1)
  await send()
  // A rating that changes nothing and an approval are not told.
  await product.send(admin, 'POST /api/ratings/submit', body)
  await product.send(admin, `PUT /api/projects/${projectId}`, { status: 'approved' })
  const { folder } = product
  await product.stop()
  rmSync(join(folder, 'snapshots'), { recursive: true, force: true })
  product = await start(folder)
  expect((await send()).status).toBeLessThan(300)
  await settled()
  expect(browser.received).toHaveLength(1)
  await rate(product, admin, projectId, 1)
  await expectNumber(browser, 2)
})
