import { isDeepStrictEqual } from 'node:util'
import { webhookSecretResponse, webhookEndpoints } from '@thirty/contracts/webhooks/api.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { startFakeReceiver, type FakeReceiver } from '@thirty/infra/testing/webhooks/fake-receiver.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { webhookSender } from '@thirty/infra/webhooks/webhook-sender.ts'
import { loadProgress } from '@thirty/command-api/webhooks/deliveries/messages.ts'
import { startWebhookDeliveries } from '@thirty/command-api/webhooks/deliveries/webhook-deliveries.ts'
import { turnOffFailing } from '../src/webhooks/turn-off-failing.ts'
import { admin, ana } from './people.ts'
import { commandApp } from './test-app.ts'
import { weather } from './project-events.ts'
import { startTime } from './test-context.ts'

/** For an answer: long enough for a busy machine, and waited for by one test only. */
const timeoutMs = 3_000

/** The command side with webhooks, over a fake clock and real receivers. */
export async function createWebhooksApp(otherStore?: EntryStore) {
  const scheduler = fakeScheduler(startTime)
  const app = await commandApp({ clock: scheduler.now, ...(otherStore && { openEntries: () => otherStore }) })
  const token = () => app.tokenOf(admin, { isAdmin: true })
  const { errors } = app
  const receivers: FakeReceiver[] = []
  const running = new Set<{ stop(): Promise<void> }>()

  const call = (method: string, path = '', body?: unknown, { key = '' } = {}) =>
    app.http.call(method, `/api/admin/webhooks${path}`, body, { token: token(), ...(key !== '' && { key }) })

  /** Starts a process that delivers. */
  const deliver = (holder = 'process', given: { store?: EntryStore; scheduler?: Scheduler } = {}) => {
    const process = startWebhookDeliveries({
      ...app,
      store: given.store ?? app.entries,
      scheduler: given.scheduler ?? scheduler,
      holder,
      send: webhookSender({ allowPrivate: true, userAgent: 'Thirty', timeoutMs }),
      secrets: app.webhookSecrets,
      allowed: app.webhookAddresses,
      random: () => 0,
      onTried: () => undefined,
      onLogReplaced: (error) => errors.push(error),
      onError: (error) => errors.push(error),
      turnOff: turnOffFailing({ ...app, onNotTold: (error) => errors.push(error) }),
    })
    running.add(process)
    return process
  }

  /** Lets the seconds pass that are needed until a value is as expected; the clock moves by a second for each. */
  const until = async (read: () => unknown, expected: unknown): Promise<void> => {
    let found: unknown
    const deadline = performance.now() + 30_000
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
    webhookEndpoints.deliveries.response.parse((await call('GET', `/${id}/deliveries`)).body).deliveries
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
      await until(async () => (await loadProgress(app.entries)) !== undefined, true)
      return process
    },
    scheduler,
    store: app.entries,
    call,
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
    webhooks: async () => webhookEndpoints.all.response.parse((await call('GET')).body).webhooks,
    deliveriesOf,
    submit: (day: number, { run = 1, user = ana } = {}) => {
      const project = { ...weather, projectName: `Day ${day}`, liveLink: '', repoLink: '' }
      return app.append(projectStream(`r${run}-d${day}-${user}`), 'ProjectSubmitted', project, run)
    },
    close: async () => {
      for (const process of running) await process.stop()
      for (const receiver of receivers) await receiver.close()
      await app.close()
    },
  }
}

type Delivery = ReturnType<typeof webhookEndpoints.deliveries.response.parse>['deliveries'][number]
