import { randomUUID } from 'node:crypto'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext } from '@thirty/command-api/testing/test-context.ts'
import type { Parts } from '../../parts.ts'
import type { Texts } from '../../texts.ts'
import { users } from '../account.ts'
import { addSubscription, changeSubscriptions, sendNotice, type StoredSubscription } from './push-notifier.ts'

const app = appForEach(createTestContext)
const user = randomUUID()
const day = 24 * 60 * 60_000
let sent: { endpoint: string; payload: unknown }[]

beforeEach(async () => {
  sent = []
  await app.register(user, { role: 'participant' })
  await changeSubscriptions(app, user, (push) =>
    addSubscription(push, subscription('https://push.example/a')),
  )
})

const subscription = (endpoint: string): StoredSubscription => ({
  endpoint,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  session: { token: 'a-token', version: 0, expiresAt: app.time.now + 7 * day },
})

/** A process that sends messages; all share the log and the subscriptions. */
const startProcess = (
  result: 'sent' | 'failed' = 'sent',
  warn: NonNullable<Parts['warn']> = () => undefined,
): Parts['notifyByPush'] => {
  const sendPush: Parts['sendPush'] = async ({ endpoint }, { payload }) => {
    sent.push({ endpoint, payload: JSON.parse(payload) })
    return result
  }
  return (to, notice) => app.runInBackground(() => sendNotice({ ...app, sendPush, warn }, to, notice))
}
/** Delivers an event to the processes, and waits for their push messages. All events have one position, as after the log was put back. */
async function tell(id = 'a-rating', { agoMs = 0, processes = [startProcess()] } = {}) {
  const event = { id, position: 7n, at: new Date(app.time.now - agoMs).toISOString() }
  for (const notify of processes)
    notify(user, {
      write: ({ text }: Texts) => ({
        title: text('pushRatedTitle'),
        body: text('pushRated', { project: 'Kanban', day: 1, average: 4 }),
      }),
      path: '/project/x',
      tag: 'rated x',
      event,
    })
  await app.waitForTasks()
}

test('of several processes that know of an event, one sends the message', async () => {
  const processes = [startProcess(), startProcess(), startProcess()]
  await tell('a-rating', { processes })
  const payload = {
    title: 'Your project was rated',
    body: 'Kanban (day 1): 4.0 of 5',
    path: '/project/x',
    tag: 'rated x',
  }
  expect(sent).toEqual([{ endpoint: 'https://push.example/a', payload }])
  await tell('another-rating', { processes })
  expect(sent).toHaveLength(2)
})

test('the operator is warned of a message that a push service did not accept', async () => {
  const warnings: string[] = []
  await tell('a-rating', { processes: [startProcess('failed', (message) => void warnings.push(message))] })
  expect(warnings).toEqual(['a push service did not accept a message; it is not sent again'])
})

test('another event is sent, although an older release stored its position as sent before the log was put back', async () => {
  await changeSubscriptions(app, user, (push) => ({ ...push, sent: ['7'] }))
  await tell()
  expect(sent).toHaveLength(1)
})

test('an event of an hour ago is not sent any more', async () => {
  await tell('a-rating', { agoMs: 61 * 60_000 })
  expect(sent).toEqual([])
})

test('nothing is sent while admins have switched notifications off', async () => {
  await app.append(challengeStream, 'ChallengeOptionsChanged', { notifications: false })
  await tell()
  expect(sent).toEqual([])
})

test('a session that has expired gets nothing, and its subscription is removed', async () => {
  app.time.now += 8 * day
  await tell()
  expect(sent).toEqual([])
  expect(await app.personalDocuments.load(user, 'push')).toBeUndefined()
})

test('a browser that subscribes again is kept once', async () => {
  await changeSubscriptions(app, user, (push) =>
    addSubscription(push, subscription('https://push.example/a')),
  )
  await tell()
  expect(sent).toHaveLength(1)
})

test('a message is in the language of the account', async () => {
  await app.append(users.nameOf(user), 'PreferencesChanged', { language: 'de' })
  await tell()
  expect(sent).toMatchObject([
    { payload: { title: 'Dein Projekt wurde bewertet', body: 'Kanban (Tag 1): 4,0 von 5' } },
  ])
})
