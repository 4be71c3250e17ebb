import { productId } from '@thirty/contracts/product.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** All metrics of a process. Labels have few values: patterns and kinds, never ids. */
export type Metrics = ReturnType<typeof createMetrics>

/** Buckets from half a millisecond, a typical command, to ten seconds, when callers have given up. */
const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const bytes = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]

/** Creates the metrics of a process in a registry of its own, together with the default metrics of the runtime. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    commands: new Counter({
      name: `${productId}_commands_total`,
      help: 'Commands by outcome: accepted, refused (4xx) or failed (5xx).',
      labelNames: ['command', 'outcome'] as const,
      registers,
    }),
    pendingResponses: new Counter({
      name: `${productId}_commands_pending_total`,
      help: 'Commands that were answered before the read models had applied their events.',
      registers,
    }),
    refusals: new Counter({
      name: `${productId}_refusals_total`,
      help: 'Refusals by their code.',
      labelNames: ['code'] as const,
      registers,
    }),
    appends: new Histogram({
      name: `${productId}_append_seconds`,
      help: 'Time until an append was durable or had failed.',
      labelNames: ['outcome'] as const,
      buckets: seconds,
      registers,
    }),
    requests: new Histogram({
      name: `${productId}_http_request_seconds`,
      help: 'Response time by method, route pattern and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: seconds,
      registers,
    }),
    messageBytes: new Histogram({
      name: `${productId}_frame_bytes`,
      help: 'Size of each encoded live message. A message to many sockets is encoded once.',
      buckets: bytes,
      registers,
    }),
    sockets: new Gauge({
      name: `${productId}_sockets`,
      help: 'Sockets of this process by kind of room; "all" counts each socket once.',
      labelNames: ['room'] as const,
      registers,
    }),
    resubscriptions: new Counter({
      name: `${productId}_log_resubscriptions_total`,
      help: 'How often a subscription to the event log was reopened.',
      registers,
    }),
    mails: new Counter({
      name: `${productId}_mails_total`,
      help: 'Emails by outcome: delivered, retried later (each time), or lost.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    webhookTries: new Counter({
      name: `${productId}_webhook_tries_total`,
      help: 'Tries to deliver a webhook by outcome: delivered, retried later, failed for good, or gone (410).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    waitingWebhooks: new Gauge({
      name: `${productId}_webhooks_waiting`,
      help: 'Deliveries of webhooks that wait, in the process that delivers.',
      registers,
    }),
    pendingMails: new Gauge({
      name: `${productId}_mails_waiting`,
      help: 'Emails that are not delivered yet; at most a thousand.',
      registers,
    }),
    ...projectionMetrics(registers),
  }
}

function projectionMetrics(registers: Registry[]) {
  const labelNames = ['view'] as const
  return {
    lagEvents: new Gauge({
      name: `${productId}_projection_lag_events`,
      help: 'Positions between the head of the log and a read model. The embedded log counts events, EventStoreDB bytes.',
      labelNames,
      registers,
    }),
    lagSeconds: new Gauge({
      name: `${productId}_projection_lag_seconds`,
      help: 'Age of the oldest event that a read model has not applied.',
      labelNames,
      registers,
    }),
    parked: new Gauge({
      name: `${productId}_views_parked`,
      help: '1 for a projection that is parked: at an event it cannot apply, or after an error that persists.',
      labelNames,
      registers,
    }),
    outdated: new Gauge({
      name: `${productId}_views_outdated`,
      help: '1 for a read model that is out of date because the event log was put back to an older copy.',
      labelNames,
      registers,
    }),
    putBack: new Counter({
      name: `${productId}_log_put_back_total`,
      help: 'How often this process found that the event log had been put back to an older copy, by read model.',
      labelNames,
      registers,
    }),
    drift: new Counter({
      name: `${productId}_read_model_drift_total`,
      help: 'Differences between a read model and the log that the self-check found: documents, index entries and figures.',
      labelNames,
      registers,
    }),
    healed: new Counter({
      name: `${productId}_read_model_healed_total`,
      help: 'Read models that differed from the log, by whether they could be rebuilt: yes or no.',
      labelNames: ['view', 'healed'] as const,
      registers,
    }),
    checkedAt: new Gauge({
      name: `${productId}_read_model_checked_seconds`,
      help: 'Time of the last complete comparison of a read model with the log, in seconds since 1970.',
      labelNames,
      registers,
    }),
    led: new Gauge({
      name: `${productId}_views_led`,
      help: '1 for a projection that this process runs.',
      labelNames,
      registers,
    }),
  }
}
