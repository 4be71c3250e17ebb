// All metrics of a process, and how sockets and the event log are measured for them.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Server } from 'socket.io'
import { productId } from '@thirty/contracts/product.ts'
import type { EventLog } from '../event-log/event-log.ts'

/** All metrics of a process. Labels have few values: patterns and kinds, never ids. */
export type Metrics = ReturnType<typeof createMetrics>

/** Buckets from half a millisecond, a typical command, to ten seconds, when callers have given up. */
const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const bytes = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]

/** What each metric says. */
const help = {
  commands_total: 'Commands by outcome: accepted, refused (4xx) or failed (5xx).',
  commands_pending_total: 'Commands that were answered before the read models had applied their events.',
  refusals_total: 'Refusals by their code.',
  append_seconds: 'Time until an append was durable or had failed.',
  http_request_seconds: 'Response time by method, route pattern and status.',
  frame_bytes: 'Size of each encoded live message. A message to many sockets is encoded once.',
  sockets: 'Sockets of this process by kind of room; "all" counts each socket once.',
  log_resubscriptions_total: 'How often a subscription to the event log was reopened.',
  mails_total: 'Emails by outcome: delivered, retried later (each time), or lost.',
  webhook_tries_total:
    'Tries to deliver a webhook by outcome: delivered, retried later, failed for good, or gone (410).',
  webhooks_waiting: 'Deliveries of webhooks that wait, in the process that delivers.',
  mails_waiting: 'Emails that are not delivered yet; at most a thousand.',
  projection_lag_events:
    'Positions between the head of the log and a read model. The embedded log counts events, EventStoreDB bytes.',
  projection_lag_seconds: 'Age of the oldest event that a read model has not applied.',
  views_parked:
    '1 for a projection that is parked: at an event it cannot apply, or after an error that persists.',
  views_outdated:
    '1 for a read model that is out of date because the event log was put back to an older copy.',
  log_put_back_total:
    'How often this process found that the event log had been put back to an older copy, by read model.',
  read_model_drift_total:
    'Differences between a read model and the log that the self-check found: documents, index entries and figures.',
  read_model_healed_total:
    'Read models that differed from the log, by whether they could be rebuilt: yes or no.',
  read_model_checked_seconds:
    'Time of the last complete comparison of a read model with the log, in seconds since 1970.',
  views_led: '1 for a projection that this process runs.',
}

/** Creates the metrics of a process in a separate registry, together with the default metrics of the runtime. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const options = <Label extends string>(name: keyof typeof help, labelNames: Label[]) => ({
    name: `${productId}_${name}`,
    help: help[name],
    labelNames,
    registers: [registry],
  })
  const counter = <Label extends string>(name: keyof typeof help, ...labels: Label[]) =>
    new Counter(options(name, labels))
  const gauge = <Label extends string>(name: keyof typeof help, ...labels: Label[]) =>
    new Gauge(options(name, labels))
  const histogram = <Label extends string>(name: keyof typeof help, buckets: number[], ...labels: Label[]) =>
    new Histogram({ ...options(name, labels), buckets })
  return {
    registry,
    commands: counter('commands_total', 'command', 'outcome'),
    pendingResponses: counter('commands_pending_total'),
    refusals: counter('refusals_total', 'code'),
    appends: histogram('append_seconds', seconds, 'outcome'),
    requests: histogram('http_request_seconds', seconds, 'method', 'route', 'status'),
    messageBytes: histogram('frame_bytes', bytes),
    sockets: gauge('sockets', 'room'),
    resubscriptions: counter('log_resubscriptions_total'),
    mails: counter('mails_total', 'outcome'),
    webhookTries: counter('webhook_tries_total', 'outcome'),
    waitingWebhooks: gauge('webhooks_waiting'),
    pendingMails: gauge('mails_waiting'),
    lagEvents: gauge('projection_lag_events', 'view'),
    lagSeconds: gauge('projection_lag_seconds', 'view'),
    parked: gauge('views_parked', 'view'),
    outdated: gauge('views_outdated', 'view'),
    putBack: counter('log_put_back_total', 'view'),
    drift: counter('read_model_drift_total', 'view'),
    healed: counter('read_model_healed_total', 'view', 'healed'),
    checkedAt: gauge('read_model_checked_seconds', 'view'),
    led: gauge('views_led', 'view'),
  }
}

/** Calls `set` whenever a gauge is read, as prom-client does with its method `collect`. */
export const setWhenRead = (gauge: Gauge, set: () => void): void =>
  void Object.assign(gauge, { collect: set })

/**
 * Records the size of every outgoing message, and how many sockets are in each kind of room. `roomKinds` are the parts
 * of room names before the colon.
 */
export function collectSocketMetrics(
  server: Server,
  { messageBytes, sockets }: Metrics,
  roomKinds: readonly string[],
): void {
  measureMessages(server, (bytes) => messageBytes.observe(bytes))
  setWhenRead(sockets, () => {
    for (const [room, count] of countSockets(server, roomKinds)) sockets.set({ room }, count)
  })
}

/** Private in the types of Socket.IO: every outgoing packet of a server passes through it. */
type WithEncoder = { encoder: { encode(packet: unknown): (string | Uint8Array)[] } }

function measureMessages(server: Server, observe: (bytes: number) => void): void {
  // Every Socket.IO server has an encoder.
  const { encoder } = server as unknown as WithEncoder
  const encode = encoder.encode.bind(encoder)
  encoder.encode = (packet) => {
    const parts = encode(packet)
    let bytes = 0
    for (const part of parts) bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
    observe(bytes)
    return parts
  }
}

/** Returns the sockets in each kind of room, and under `all` every socket once. */
function countSockets({ sockets }: Server, roomKinds: readonly string[]): Map<string, number> {
  const counts = new Map(roomKinds.map((kind) => [kind, 0]))
  for (const [room, members] of sockets.adapter.rooms) {
    // Socket.IO also gives every socket a room named by its id, which belongs to no kind.
    const kind = room.split(':', 1)[0] ?? ''
    const count = counts.get(kind)
    if (count !== undefined) counts.set(kind, count + members.size)
  }
  return counts.set('all', sockets.sockets.size)
}

/** Returns the same log with a measurement of every append. */
export function withAppendMetrics(log: EventLog, { appends }: Pick<Metrics, 'appends'>): EventLog {
  const [stored, refused] = [appends.labels('stored'), appends.labels('refused')]
  for (const outcome of ['stored', 'refused']) appends.zero({ outcome })
  return {
    ...log,
    append: async (stream, events, expected) => {
      const startedAt = performance.now()
      try {
        const appended = await log.append(stream, events, expected)
        stored.observe((performance.now() - startedAt) / 1_000)
        return appended
      } catch (error) {
        refused.observe((performance.now() - startedAt) / 1_000)
        throw error
      }
    },
  }
}
