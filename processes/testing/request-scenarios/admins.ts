import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { savedTextResponse } from '@thirty/contracts/saved-texts/api.ts'
import { exampleBackupFile } from '../example-backup-file.ts'
import type { MakeRequest, RequestScenario, ScenarioContext, Scenarios } from '../scenario.ts'
import { newWebhook } from './parameters.ts'

/** Schedules a start of the challenge, unless an earlier sender has (then it is refused). Returns a request that moves it. */
const scheduleStart = async ({ product, admin }: ScenarioContext) => {
  const body = { startsAt: '2039-03-01T08:00:00Z' }
  await product.answer(admin, 'POST /api/admin/challenge/start', body)
  return { body: { startsAt: '2039-04-01T08:00:00Z' } }
}
/** Freezes the leaderboard. A freeze by a command begins seconds later, for which every sender would wait. */
const freezeAtOnce = async ({ product, admin }: ScenarioContext) => {
  const { run } = await product.send<{ run: number }>(admin, 'GET /api/challenge/current-day')
  const at = new Date().toISOString()
  const frozen = { type: 'LeaderboardFrozen', at, data: { run, frozenAt: at } }
  await product.append(challengeStream, { ...frozen, metadata: { actor: admin.id } })
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
let scoringCount = 0
/** A scoring that differs from the one in force. */
const anotherScoring = async ({ product, admin }: ScenarioContext) => {
  const weights = { projects: 4 + (scoringCount++ % 10), quality: 0.5, streak: 2 }
  return { body: await product.scoringChange(admin, weights) }
}
/** Changes the scoring. Returns a request that undoes it. */
const changeScoring = async (context: ScenarioContext) => {
  const { body } = await anotherScoring(context)
  type Changed = { version: string }
  const { version } = await context.product.send<Changed>(context.admin, 'POST /api/admin/scoring', body)
  return { body: { version, reason: 'A mistake' } }
}
const exportScenarios: readonly [RequestScenario, ...RequestScenario[]] = [
  { label: 'as CSV', request: () => ({ query: { format: 'csv' } }) },
  { label: 'as JSON', request: () => ({ query: { format: 'json' } }) },
]

const eventForAnHour = () => ({
  networks: ['203.0.113.0/24', '2001:db8::/48'],
  until: new Date(Date.now() + 3_600_000).toISOString(),
})
const inOwnProduct = (request: MakeRequest): RequestScenario => ({ needsOwnProduct: true, request })
/** A change of options that only owners decide. */
const onlyOwners = (label: string, body: object): RequestScenario => ({
  label,
  request: () => ({ body }),
  statusOverrides: { OR: 403 },
})

/** Requests with which admins and operators run the challenge. */
export const adminScenarios: Scenarios = {
  challenge: {
    // A challenge starts once, so the run of the previous sender is reset first.
    start: inOwnProduct(async ({ product, admin }) => {
      await product.answer(admin, 'POST /api/admin/reset-with-backup')
      return {}
    }),
    changeSchedule: inOwnProduct(scheduleStart),
    cancelSchedule: inOwnProduct(async (context) => (await scheduleStart(context), {})),
    // Without a time it ends now, which is refused before the start.
    end: inOwnProduct(() => ({ body: { at: '2039-05-01T08:00:00Z' } })),
    undoEnd: { needsOwnProduct: true },
    freeze: { needsOwnProduct: true },
    cancelFreeze: { needsOwnProduct: true },
    reveal: inOwnProduct(async (context) => (await freezeAtOnce(context), {})),
  },
  options: {
    change: [
      { request: () => ({ body: { notifications: false } }) },
      onlyOwners('networks of an event', { eventNetworks: eventForAnHour() }),
      onlyOwners('end of an event', { eventNetworks: null }),
      onlyOwners('two-factor sign-in for owners', { ownersNeedTwoFactor: false }),
    ],
  },
  history: {
    // A run in which nothing has happened is not reset twice.
    reset: inOwnProduct(async ({ product, owner }) => (await product.submitProject(owner), {})),
    restore: { needsOwnProduct: true },
    create: () => ({ body: { name: 'Halfway' } }),
    previewImport: async () => ({ headers: gzipHeaders, body: await exampleBackupFile() }),
    import: async () => ({ headers: gzipHeaders, body: await exampleBackupFile() }),
  },
  judging: {
    declareConflict: ({ owner }) => ({ body: { participant: owner.id, reason: 'work' } }),
    withdrawConflict: ({ owner }) => ({ body: { participant: owner.id } }),
    addCalibration: { needsOwnProduct: true },
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
    claim: () => ({ body: { tab: 'tab-of-a-scenario' } }),
    release: () => ({ body: { tab: 'tab-of-a-scenario' } }),
  },
  audit: {
    download: exportScenarios,
  },
  backupKeys: {
    accept: () => ({ body: { name: 'Spring' } }),
  },
  exports: {
    users: exportScenarios,
    projects: exportScenarios,
    ratings: exportScenarios,
    standings: exportScenarios,
  },
  webhooks: {
    create: newWebhook,
    change: () => ({ body: { isOn: false } }),
  },
  scoring: {
    whatIf: () => ({ query: { projects: '4', normalise: 'on' } }),
    apply: inOwnProduct(anotherScoring),
    undo: inOwnProduct(changeScoring),
  },
  operations: {
    resetTwoFactor: async ({ product }) => {
      const admin = await product.admin()
      await product.turnOnApp(admin)
      return { params: { userId: admin.id } }
    },
    start: () => ({ body: { kind: 'check' } }),
  },
}
