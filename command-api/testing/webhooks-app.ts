import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  deliveriesResponse,
  webhookSecretResponse,
  webhooksResponse,
} from '@thirty/contracts/webhooks/api.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { startFakeReceiver, type FakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { webhookSender } from '@thirty/infra/webhooks/webhook-sender.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { loadProgress } from '@thirty/command-api/webhooks/deliveries/collector-state.ts'
import { startWebhookDeliveries } from '@thirty/command-api/webhooks/deliveries/webhook-deliveries.ts'
import { webhookHandlers } from '@thirty/command-api/webhooks/endpoints.ts'
import { turnOffFailing } from '@thirty/command-api/webhooks/turn-off-failing.ts'
import { webhookSecrets } from '@thirty/command-api/webhooks/webhook-secrets.ts'
import { admin, ana } from './people.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'

const allowed = { http: true, private: true }
const timeoutMs = 400

/** Webhooks over a log and a store in files, with a fake clock and real receivers. */
export async function createWebhooksApp(otherStore?: EntryStore) {
  const app = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'thirty-webhooks-'))
  const scheduler = fakeScheduler(app.time.now)
  const entries = otherStore ?? sqliteEntries(folder, scheduler.now)
  const secrets = webhookSecrets(sealing('k'.repeat(32), 'webhooks'))
  const commands = createCommands({ log: app.log, clock: scheduler.now })
  const deps = {
    ...app,
    commands,
    clock: scheduler.now,
    entries,
    webhookSecrets: secrets,
    webhookAddresses: allowed,
  }
  const http = await serveEndpoints(app, webhookHandlers(deps))
  const token = () => app.tokenOf(admin, { isAdmin: true })
  const errors: unknown[] = []
  const mails: EmailMessage[] = []
  const receivers: FakeReceiver[] = []
  const running = new Set<{ stop(): Promise<void> }>()

  const call = (method: string, path = '', body?: unknown, { key = '' } = {}) =>
    http.call(method, `/api/admin/webhooks${path}`, body, { token: token(), ...(key !== '' && { key }) })

  /** Starts a process that delivers. */
  const deliver = (holder = 'process', given: { store?: EntryStore; scheduler?: Scheduler } = {}) => {
    const process = startWebhookDeliveries({
      log: app.log,
      store: given.store ?? entries,
      commands,
      scheduler: given.scheduler ?? scheduler,
      timeZone: 'UTC',
      holder,
      send: webhookSender({ allowPrivate: true, userAgent: 'Thirty', timeoutMs }),
      secrets,
      allowed,
      random: () => 0,
      broadcast: app.broadcast,
      onTried: () => undefined,
      onLogReplaced: (error) => errors.push(error),
      onError: (error) => errors.push(error),
      turnOff: turnOffFailing({
        commands,
        clock: scheduler.now,
        mail: { send: (message) => mails.push(message) > 0 },
        publicUrl: new URL('https://thirty.example'),
        onNotTold: (error) => errors.push(error),
      }),
    })
    running.add(process)
    return process
  }

  /** Lets the seconds pass that are needed until a value is as expected; the clock moves by a second for each. */
  const until = async (read: () => unknown, expected: unknown): Promise<void> => {
    let found: unknown
    const deadline = performance.now() + 8_000
    while (performance.now() < deadline) {
      found = await read()
      if (isDeepStrictEqual(found, expected)) return
      await scheduler.advance(1_000)
      // Requests and the worker thread of the log take real time.
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    throw new Error(`Expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}.`)
  }

  const deliveriesOf = async (id: string) =>
    deliveriesResponse.parse((await call('GET', `/${id}/deliveries`)).body).deliveries
  const receiver = async () => {
    const started = await startFakeReceiver()
    receivers.push(started)
    return started
  }
  const create = async (address: string, types: readonly string[] = ['project.submitted']) => {
    const { body } = await call('POST', '', { address, types })
    const { webhook: id, secret } = webhookSecretResponse.parse(body)
    return { id, secret }
  }

  return {
    ...app,
    /** Starts a process that delivers, and lets it begin: what comes afterwards is sent. */
    startDelivering: async (holder = 'process') => {
      const process = deliver(holder)
      await until(async () => (await loadProgress(entries)) !== undefined, true)
      return process
    },
    commands,
    scheduler,
    store: entries,
    errors,
    mails,
    call,
    http,
    deliver,
    until,
    receiver,
    create,
    /** Starts a receiver that answers like this, one answer after another, and creates a webhook to it. */
    webhook: async (...answers: FakeReceiver['answers']) => {
      const started = await receiver()
      if (answers.length > 0) started.answers = answers
      return { receiver: started, ...(await create(started.address)) }
    },
    /** Lets the time pass until the deliveries of a webhook are as expected. */
    untilDeliveries: (id: string, read: (delivery: Delivery) => unknown, expected: readonly unknown[]) =>
      until(async () => (await deliveriesOf(id)).map((delivery) => read(delivery)), expected),
    webhooks: async () => webhooksResponse.parse((await call('GET')).body).webhooks,
    deliveriesOf,
    append: (stream: string, type: string, data: unknown, run?: number) =>
      appendToEnd(app.log, stream, [
        { ...app.newEvent(type, data, run), at: new Date(scheduler.now()).toISOString() },
      ]),
    submit: (day: number, { run = 1, user = ana } = {}) =>
      appendToEnd(app.log, projectStream(`r${run}-d${day}-${user}`), [
        {
          ...app.newEvent('ProjectSubmitted', { ...project, projectName: `Day ${day}` }, run),
          at: new Date(scheduler.now()).toISOString(),
        },
      ]),
    close: async () => {
      for (const process of running) await process.stop()
      for (const receiver of receivers) await receiver.close()
      await http.close()
      await entries.close()
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Delivery = ReturnType<typeof deliveriesResponse.parse>['deliveries'][number]

const project = {
  description: 'A project.',
  languages: 'TypeScript',
  liveLink: 'https://live.example/',
  repoLink: 'https://code.example/',
  image: '0123456789abcdef0123456789abcdef.webp',
}
