import type { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toAction } from '@thirty/command-api/testing/challenge-model/actions.ts'
import { anyDraft } from '@thirty/command-api/testing/challenge-model/drafts.ts'
import { perform } from '@thirty/command-api/testing/challenge-model/model.ts'
import { newWorld, type World } from '@thirty/command-api/testing/challenge-model/world.ts'
import { importResponse, restorePreview } from '@thirty/contracts/api/admin/backups.ts'
import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'
import { currentRun } from '@thirty/contracts/rules/history.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Participant } from '@thirty/projections/leaderboard/participant.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { foldProjection, readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { idOf, openInstallation, type Installation } from './testing/history-model/installation.ts'
import type { StoreKind } from './testing/history-model/stores.ts'

// Past leaderboards and backup files over every kind of store. Specs of the parts test the details over one of them.
vi.setConfig({ testTimeout: 120_000 })

const kinds: readonly StoreKind[] = ['memory', 'redis', 'eventstoredb', 'eventstoredb and redis']
const boardPath = '/api/leaderboard/leaderboard'

async function open(kind: StoreKind): Promise<Installation> {
  const installation = await openInstallation(kind)
  onTestFinished(installation.close)
  return installation
}

/** Executes random actions with resets and restores, and returns the ids of the backups that are listed in the end. */
async function fill(installation: Installation, seed: number, actions: number): Promise<string[]> {
  const drafts = fc.sample(anyDraft, { numRuns: actions, seed })
  const driver = installation.driver([])
  let world: World = newWorld
  for (const draft of drafts) {
    const action = toAction(draft, world)
    await driver.perform(action, crypto.randomUUID())
    ;({ world } = perform(world, action))
  }
  await installation.untilShown()
  return driver.backups.filter((_, index) => world.backups[index]?.isDeleted === false)
}

async function get({ ask }: Installation, path: string) {
  const response = await ask('a0', 'GET', path)
  expect([path, response.status]).toEqual([path, 200])
  return response
}

const previewOf = async (installation: Installation, id: string) =>
  restorePreview.parse((await get(installation, `/api/admin/backups/${id}/preview`)).json)

const exportOf = async (installation: Installation, id: string): Promise<Buffer> =>
  (await get(installation, `/api/admin/backups/${id}/export`)).bytes

test('a backup leads to the same leaderboard in every installation that it is taken to, whatever their stores', async () => {
  const origin = await open('memory')
  const backups = await fill(origin, 10, 100)
  const previews = await Promise.all(backups.map((id) => previewOf(origin, id)))
  const fullest = Math.max(...previews.map(({ after }) => after.totalProjects))
  const original = previews.find(({ after }) => after.totalProjects === fullest)
  expect(fullest).toBeGreaterThan(3)
  let file = await exportOf(origin, original?.backup._id ?? '')
  for (const kind of [...kinds.slice(1), 'memory'] as const) {
    const installation = await open(kind)
    const send = (path: string, body?: Buffer) =>
      installation.product.ask({
        method: 'POST',
        path,
        body,
        token: installation.tokenOf('a0'),
        headers: { 'content-type': 'application/gzip' },
      })
    await fill(installation, 8, 12)
    const before = await shownBy(installation)
    const imported = importResponse.parse((await send('/api/admin/backups/import', file)).json)
    expect([kind, imported.wasThere, imported.verification.digest]).toEqual([
      kind,
      false,
      original?.after.digest,
    ])
    const id = imported.backup._id
    expect((await previewOf(installation, id)).after).toEqual(original?.after)
    // Only a restore changes what is shown.
    await installation.untilShown()
    expect([kind, await shownBy(installation)]).toEqual([kind, before])
    const restored = await installation.ask('a0', 'POST', `/api/admin/restore-backup/${id}`)
    expect([kind, restored.status]).toEqual([kind, 200])
    await installation.untilShown()
    expect((await previewOf(installation, id)).now).toEqual(original?.after)
    expect((await boardOf(installation)).rows).toHaveLength(original?.after.totalParticipants ?? 0)
    // On from here: a file of a file of a file.
    file = await exportOf(installation, id)
  }
})

/** Returns the current run, its day and its leaderboard. */
async function shownBy(installation: Installation) {
  const { json } = await get(installation, '/api/challenge/current-day')
  // Safe: the schema of the response defines this type; other specs check it.
  const { run, startsAt, day } = json as CurrentDayResponse
  return { run, startsAt, day, rows: (await boardOf(installation)).rows }
}

/** Returns the ranked participants with a project, and the whole body. */
async function boardOf(installation: Installation, query = '') {
  const { text, json } = await get(installation, `${boardPath}${query}`)
  // Safe: the schema of the response defines this type; other specs check it.
  const { data } = json as BoardResponse
  const rows = data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints, projectsSubmitted: projects, projectQuality: quality, streak }) => ({
      id,
      totalPoints,
      projects,
      quality,
      streak,
    }))
  return { text, rows }
}

/** Folds the leaderboard from the first event to a position: without snapshots, caches and read models. */
function foldedRows(log: readonly RecordedEvent[], position: bigint) {
  const events = log.filter((event) => event.position <= position)
  const challenge = events.reduce(
    (state, event) => (isEventOf(challengeEvents, event) ? evolveChallenge(state, event) : state),
    initialChallenge,
  )
  const { documents } = foldProjection(
    leaderboardProjection(currentRun(challenge.runs).history, 'UTC'),
    events,
  )
  // Safe: the documents of this projection.
  const participants = [...documents] as [string, Participant][]
  return participants
    .filter(([, { score, status }]) => score.projects > 0 && status === 'active')
    .toSorted(
      ([, left], [, right]) =>
        right.score.totalPoints - left.score.totalPoints || (left.reached < right.reached ? -1 : 1),
    )
    .map(([id, { score }]) => ({ id, ...score }))
}

const queries = ['', '&sort=streak&order=asc', '&search=some', '&limit=1', '&around=me&limit=1']

test.each(kinds)(
  'past leaderboards are folds of the log, and the latest is the live one: %s',
  async (kind) => {
    const installation = await open(kind)
    await fill(installation, 9, 60)
    await installation.ask('a0', 'POST', '/api/admin/reset-with-backup')
    const driver = installation.driver([])
    const submissions = [
      ['p0', 1],
      ['p1', 2],
      ['p0', 2],
    ] as const
    for (const [by, day] of submissions) {
      const outcome = await driver.perform({ what: 'submit', by, day, name: 'Kite' }, crypto.randomUUID())
      expect(outcome).toMatchObject({ done: {} })
    }
    await installation.untilShown()
    const log = await readAllEvents(installation.product.core.log)
    const first = log.findIndex(({ stream }) => !stream.startsWith('user-'))
    const positions = fc
      .sample(fc.integer({ min: first, max: log.length - 1 }), { numRuns: 25, seed: 10 })
      .map((index) => log[index]?.position ?? 0n)
    for (const position of positions)
      expect([position, (await boardOf(installation, `?at=${position}`)).rows]).toEqual([
        position,
        foldedRows(log, position),
      ])
    // Between two events there is the board of the earlier one.
    const [end, beforeEnd] = [log.at(-1)?.position ?? 0n, log.at(-2)?.position ?? 0n]
    expect((await boardOf(installation, `?at=${end - 1n}`)).rows).toEqual(foldedRows(log, beforeEnd))

    const live = await boardOf(installation)
    expect(live.rows).toEqual(foldedRows(log, end))
    expect(live.rows.map(({ id }) => id)).toEqual([idOf('p0'), idOf('p1')])
    for (const query of queries) {
      const [now, past] = [
        await boardOf(installation, `?${query.slice(1)}`),
        await boardOf(installation, `?at=${end}${query}`),
      ]
      expect(withoutTime(past.text)).toBe(withoutTime(now.text))
    }
  },
)

/** The time of the request for a board. */
const withoutTime = (text: string): string => text.replace(/"asOf":"[^"]*"/, '"asOf":""')
