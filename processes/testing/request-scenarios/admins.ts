import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { savedTextResponse } from '@thirty/contracts/saved-texts/api.ts'
import { exampleBackupFile } from '../example-backup-file.ts'
import {
  createBackup,
  createWebhook,
  deleteWebhooks,
  sendTestEvent,
  webhookSettings,
  finishedOperation,
  submitProject,
} from '../scenario.ts'
import type { RequestScenario, ScenarioContext } from '../scenario.ts'
import { turnOnApp } from '../two-factor-scenarios.ts'
import { aboutOwner, aboutProject, withBody } from './shared.ts'
import type { Scenarios } from './shared.ts'

/** Schedules a start of the challenge. Returns a request that moves it. */
const scheduleStart = async ({ product, admin }: ScenarioContext) => {
  const body = { startsAt: '2039-03-01T08:00:00Z' }
  await product.ask({ method: 'POST', path: '/api/admin/challenge/start', body, token: admin.token })
  return { body: { startsAt: '2039-04-01T08:00:00Z' } }
}
/** Freezes the leaderboard. A freeze by a command begins seconds later, for which every sender would wait. */
const freezeAtOnce = async ({ product, admin }: ScenarioContext) => {
  const { run } = await product.send<{ run: number }>(admin, 'GET /api/challenge/current-day')
  const at = new Date().toISOString()
  const frozen = { type: 'LeaderboardFrozen', at, data: { run, frozenAt: at } }
  await product.append(challengeStream, { ...frozen, metadata: { actor: admin.id } })
}
const aboutBackup = async ({ product, admin }: ScenarioContext) => ({
  params: { backupId: await createBackup(product, admin) },
})
const aboutWebhook = async ({ product, admin }: ScenarioContext) => ({
  params: { webhookId: await createWebhook(product, admin) },
})
const aboutDelivery = async ({ product, admin }: ScenarioContext) => {
  const webhookId = await createWebhook(product, admin)
  return { params: { webhookId, deliveryId: await sendTestEvent(product, admin, webhookId) } }
}
const gzipHeaders = { 'content-type': 'application/gzip' }
let savedTextCount = 0
/** Titles are unique. */
const newSavedText = () => ({
  title: `Dead link ${(savedTextCount += 1)}`,
  text: 'The live link is dead, {name}.',
})
/** Saves a text as an admin. */
const saveText = async ({ product, admin }: ScenarioContext) => {
  const body = { ...newSavedText(), kind: 'feedback' }
  const saved = await product.send(admin, 'POST /api/admin/saved-texts', body)
  const { id, version } = savedTextResponse.parse(saved).savedText
  return { savedTextId: id, version }
}
const reason = 'A fairer contest'
let scoringCount = 0
/** A scoring that differs from the one in force. */
const anotherScoring = async ({ product, admin }: ScenarioContext) => {
  const { json } = await product.ask({ method: 'GET', path: '/api/admin/what-if', token: admin.token })
  // Safe: the schemas of the responses have these fields; other specs check them.
  const { inForce, position } = json as { inForce: { version: string }; position: string }
  const weights = { projects: 4 + (scoringCount++ % 10), quality: 0.5, streak: 2 }
  return { body: { weights, excluded: [], position, version: inForce.version, reason } }
}
/** Changes the scoring. Returns a request that undoes it. */
const changeScoring = async (context: ScenarioContext) => {
  const { product, admin } = context
  const { body } = await anotherScoring(context)
  const { json } = await product.ask({ method: 'POST', path: '/api/admin/scoring', body, token: admin.token })
  return { body: { version: (json as { version: string }).version, reason } }
}
const exportScenarios: readonly [RequestScenario, ...RequestScenario[]] = [
  { label: 'as CSV', request: () => ({ query: { format: 'csv' } }) },
  { label: 'as JSON', request: () => ({ query: { format: 'json' } }) },
]

const otherKey = '0123456789abcdef'.repeat(2)

const eventForAnHour = () => ({
  networks: ['203.0.113.0/24', '2001:db8::/48'],
  until: new Date(Date.now() + 3_600_000).toISOString(),
})

/** Requests with which admins and operators run the challenge. */
export const adminScenarios: Scenarios = {
  challenge: {
    // A challenge starts once, so the run of the previous sender is reset first.
    start: {
      needsOwnProduct: true,
      request: async ({ product, admin }) => {
        await product.ask({ method: 'POST', path: '/api/admin/reset-with-backup', token: admin.token })
        return {}
      },
    },
    changeSchedule: { needsOwnProduct: true, request: scheduleStart },
    cancelSchedule: { needsOwnProduct: true, request: async (context) => (await scheduleStart(context), {}) },
    // Without a time it ends now, which is refused before the start.
    end: { needsOwnProduct: true, request: () => ({ body: { at: '2039-05-01T08:00:00Z' } }) },
    undoEnd: { needsOwnProduct: true },
    freeze: { needsOwnProduct: true },
    cancelFreeze: { needsOwnProduct: true },
    reveal: {
      needsOwnProduct: true,
      request: async (context) => (await freezeAtOnce(context), {}),
    },
  },
  options: {
    change: [
      { request: () => ({ body: { notifications: false } }) },
      // Only owners decide these two.
      {
        label: 'networks of an event',
        request: () => ({ body: { eventNetworks: eventForAnHour() } }),
        statusOverrides: { OR: 403 },
      },
      {
        label: 'end of an event',
        request: () => ({ body: { eventNetworks: null } }),
        statusOverrides: { OR: 403 },
      },
      {
        label: 'two-factor sign-in for owners',
        request: () => ({ body: { ownersNeedTwoFactor: false } }),
        statusOverrides: { OR: 403 },
      },
    ],
  },
  history: {
    // A run in which nothing has happened is not reset twice.
    reset: {
      needsOwnProduct: true,
      request: async ({ product, owner }) => {
        await submitProject(product, owner)
        return {}
      },
    },
    restore: { needsOwnProduct: true, request: aboutBackup },
    create: () => ({ body: { name: 'Halfway' } }),
    one: aboutBackup,
    remove: aboutBackup,
    preview: aboutBackup,
    export: aboutBackup,
    previewImport: async () => ({ headers: gzipHeaders, body: await exampleBackupFile() }),
    import: async () => ({ headers: gzipHeaders, body: await exampleBackupFile() }),
  },
  judging: {
    declareConflict: ({ owner }) => ({ body: { participant: owner.id, reason: 'work' } }),
    withdrawConflict: ({ owner }) => ({ body: { participant: owner.id } }),
    addCalibration: { request: aboutProject, needsOwnProduct: true },
    removeCalibration: aboutProject,
  },
  savedTexts: {
    add: () => ({ body: { ...newSavedText(), kind: 'rejection' } }),
    change: async (context) => {
      const { version, ...params } = await saveText(context)
      return { params, body: { ...newSavedText(), version } }
    },
    remove: async (context) => {
      const { version, ...params } = await saveText(context)
      return { params, body: { version } }
    },
  },
  claims: {
    claim: withBody(aboutProject, { tab: 'tab-of-a-scenario' }),
    release: () => ({ body: { tab: 'tab-of-a-scenario' } }),
  },
  audit: {
    download: exportScenarios,
  },
  backupKeys: {
    accept: () => ({ params: { fingerprint: otherKey }, body: { name: 'Spring' } }),
    remove: () => ({ params: { fingerprint: otherKey } }),
  },
  exports: {
    users: exportScenarios,
    projects: exportScenarios,
    ratings: exportScenarios,
    standings: exportScenarios,
  },
  webhooks: {
    create: async ({ product, admin }) => {
      await deleteWebhooks(product, admin)
      return { body: webhookSettings }
    },
    change: withBody(aboutWebhook, { isOn: false }),
    rotate: aboutWebhook,
    remove: aboutWebhook,
    ping: aboutWebhook,
    deliveries: aboutDelivery,
    sendAgain: aboutDelivery,
  },
  scoring: {
    whatIf: () => ({ query: { projects: '4', normalise: 'on' } }),
    apply: { needsOwnProduct: true, request: anotherScoring },
    undo: { needsOwnProduct: true, request: changeScoring },
  },
  operations: {
    makeAdmin: aboutOwner,
    resetTwoFactor: async ({ product }) => {
      const admin = await product.admin()
      await turnOnApp(product, admin)
      return { params: { userId: admin.id } }
    },
    start: () => ({ body: { kind: 'check' } }),
    one: async ({ product }) => ({ params: { operationId: await finishedOperation(product) } }),
  },
}
