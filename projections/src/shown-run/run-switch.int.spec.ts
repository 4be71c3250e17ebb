import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'
import { expect, test, vi } from 'vitest'
import type { Participant } from '../leaderboard/participant.ts'
import type { readModels } from '../read-models.ts'
import { chooseShownRun } from './run-switch.ts'

const ada = userIdOf('Ada')
const given = [personEvents('Ada').registered(), projectEvents('Ada', 1).submitted()]
const reset = (run: number) => challengeEvent('ChallengeReset', { run, backup: `b${run}` })
const restored = (run: number, parent: { run: number; upTo?: string }) =>
  challengeEvent('BackupRestored', { run, backup: `b${run}`, parent })

/** Starts one process, and tells the points of all on the leaderboard that it shows, and how many projects Ada has there. */
async function setUp(...args: Parameters<typeof switchingProcess>) {
  const started = await switchingProcess(...args)
  const { store, models } = started
  const projectsOfAda = async () => {
    const [participant] = await store.load<Participant>(models.shownRun.current.views.admins.board, [ada])
    return participant?.projects.length
  }
  const epoch = async () => (await models.audiences()[0]?.heartbeat(0, true))?.epoch
  return { ...started, projectsOfAda, points: () => pointsIn(store, models), epoch }
}

/** The points that readers see, by user, in the order of the leaderboard. */
async function pointsIn(store: ReadModelStore, { shownRun }: ReturnType<typeof readModels>) {
  const rows = await store.range<Participant>(shownRun.current.views.admins.board, 'points', {
    offset: 0,
    limit: 10,
  })
  return Object.fromEntries(rows.map(({ id, document }) => [id, document.score.totalPoints]))
}

test('a command in a new run is answered when the new run shows it', async () => {
  const { append, runSwitch, shown, projectsOfAda } = await setUp(given)
  expect([shown(), await projectsOfAda()]).toEqual([1, 1])
  expect(await runSwitch.waitForPosition(await append(reset(2)), 1_000)).toBe(true)
  expect([shown(), await projectsOfAda()]).toEqual([2, 0])
  const submitted = await append(projectEvents('Ada', 3, 2).submitted())
  expect(await runSwitch.waitForPosition(submitted, 1_000)).toBe(true)
  expect(await projectsOfAda()).toBe(1)
})

test('the previous run is shown, and follows the log, until the new one is complete', async () => {
  const { append, runSwitch, shown, projectsOfAda, hold, release, time, statuses, isStored } =
    await setUp(given)
  hold()
  const waiting = runSwitch.waitForPosition(await append(reset(2)), 1_000)
  await time.advance(1_100)
  expect(await waiting).toBe(false)
  // An event of the old run that was on its way still shows.
  await append(projectEvents('Ada', 2).submitted())
  await time.advance(2_000)
  expect([shown(), await projectsOfAda()]).toEqual([1, 2])
  expect(await runSwitch.status()).toMatchObject({ run: 2, shownRun: 1, state: 'building', failure: null })
  // A build that takes long is not waited for.
  const since = time.now()
  expect(await runSwitch.waitForPosition(2n, 1_000)).toBe(false)
  expect(time.now()).toBe(since)
  release()
  await time.advance(100)
  expect([shown(), await projectsOfAda()]).toEqual([2, 0])
  // Beginning, progress, end.
  expect(statuses.map(({ state }) => state)).toEqual(['building', 'building', 'shown'])
  expect(statuses.at(-1)).toMatchObject({ run: 2, shownRun: 2, since: null })
  // Requests that began before the switch may still read them.
  await time.advance(59_000)
  expect(await isStored('leaderboard-r1')).toBe(true)
  await time.advance(1_000)
  expect(await isStored('leaderboard-r1')).toBe(false)
})

test('the run before is built anew at once when a log that was put back shows it again', async () => {
  const { append, models, shown, time, projectsOfAda } = await setUp(given)
  await append(reset(2))
  await time.advance(1_000)
  expect(shown()).toBe(2)
  vi.spyOn(models, 'currentHistory').mockResolvedValue({ history: firstHistory, earlier: [], begun: null })
  await time.advance(2_000)
  expect([shown(), await projectsOfAda()]).toEqual([1, 1])
  await append(projectEvents('Ada', 2).submitted())
  await time.advance(60_000)
  expect([shown(), await projectsOfAda()]).toEqual([1, 2])
})

test('a build that cannot be completed leaves the previous run shown, says why, and is tried again', async () => {
  const { append, runSwitch, shown, poison, time, statuses, projectsOfAda } = await setUp(given)
  poison('ProjectSubmitted')
  await append(restored(2, { run: 1 }))
  await time.advance(5_000)
  expect([shown(), await projectsOfAda()]).toEqual([1, 1])
  const status = await runSwitch.status()
  expect(status).toMatchObject({ run: 2, shownRun: 1, state: 'failed' })
  expect(status.failure).toMatch(/^leaderboard-r2-\w+: TypeError/)
  poison('')
  await time.advance(61_000)
  expect([shown(), await projectsOfAda()]).toEqual([2, 1])
  expect(statuses.map(({ state }) => state)).toEqual(['building', 'failed', 'shown'])
  expect(await runSwitch.status()).toMatchObject({ state: 'shown', failure: null })
})

test('the read models of the run that is shown are replaced only once another run is shown', async () => {
  const { append, models, hold, release, time } = await setUp(given, { isShared: true })
  const replacedRuns = () => {
    const replaced = models.shownRun.current.projections.flatMap((one) => one.replaced?.() ?? [])
    return [...new Set(replaced.flatMap(({ name }) => name.split('-')[1] ?? []))]
  }
  hold()
  await append(reset(2))
  await time.advance(1_000)
  expect(replacedRuns()).toEqual([])
  await append(reset(3))
  await time.advance(1_000)
  expect(replacedRuns()).toEqual([])
  release()
  await time.advance(1_000)
  expect(replacedRuns()).toEqual(['r2', 'r1'])
})

test('one read model replaces the read models of earlier releases, whatever run is shown', async () => {
  const { append, models, runSwitch } = await setUp(given)
  const replaced = () =>
    models.shownProjections().flatMap((one) => one.replaced?.().map(({ name }) => name) ?? [])
  expect(replaced()).toEqual(['team', 'backups', 'options'])
  expect(await runSwitch.waitForPosition(await append(reset(2)), 1_000)).toBe(true)
  expect(replaced()).toEqual(expect.arrayContaining(['team', 'backups', 'options']))
})

test('a join hears the position of the shown run in the epoch of its leaderboard', async () => {
  const { append, models, runSwitch, epoch } = await setUp(given)
  const first = await models.joinedPosition()
  expect(first).toEqual({ position: '1', epoch: await epoch() })
  expect(await runSwitch.waitForPosition(await append(reset(2)), 1_000)).toBe(true)
  const second = await models.joinedPosition()
  expect(second).toEqual({ position: '2', epoch: await epoch() })
  expect(second?.epoch).not.toBe(first?.epoch)
})

test('a reset during the build of a run abandons that build, and a command that waits for it waits for the next', async () => {
  const setup = await setUp(given)
  const { append, shown, hold, release, time, running, store } = setup
  const drop = vi.spyOn(store, 'drop')
  hold()
  const answer = waitFor(setup, await append(reset(2)), 1_000)
  await time.advance(100)
  await append(reset(3))
  await time.advance(100)
  expect([answer.isShown, shown()]).toEqual([undefined, 1])
  release()
  await time.advance(500)
  expect([answer.isShown, shown()]).toEqual([true, 3])
  const names = running.positions().map(({ readModel }) => readModel.name)
  expect(names.filter((name) => /-r[12]\b/.test(name))).toEqual([])
  // Nobody reads it, so it does not stay in memory as the run before does.
  expect(drop.mock.calls.map(([{ name }]) => name)).toContain('leaderboard-r2')
})

test('messages of a run are published only while it is shown, with its own epoch', async () => {
  const { append, hold, release, time, sent } = await setUp(given)
  hold()
  await append(reset(2))
  await time.advance(1_000)
  sent.length = 0
  await append(projectEvents('Ada', 2, 2).submitted())
  await time.advance(500)
  const runsOf = (name: string) =>
    sent.flatMap(({ message, payload }) =>
      message === name ? [(payload as { epoch: string }).epoch.split('.').at(-1)] : [],
    )
  const boards = () => runsOf('leaderboard.changed')
  expect(boards()).toEqual([])
  release()
  await time.advance(500)
  expect(boards()).toEqual([])
  expect(new Set(runsOf('news.missed'))).toEqual(new Set(['r2']))
  await append(projectEvents('Ada', 3, 2).submitted())
  await time.advance(500)
  expect(boards()).toEqual(['r2'])
})

test('a process that starts shows the current run, or a complete earlier one of a shared store', async () => {
  const first = await setUp(given, { isShared: true })
  first.hold()
  await first.append(reset(2))
  await first.time.advance(500)
  const chooseIn = () => chooseShownRun({ store: first.store, log: first.log, timeZone: 'UTC' })
  expect(await chooseIn()).toEqual(firstHistory)
  first.release()
  await first.time.advance(500)
  expect(await chooseIn()).toEqual([{ run: 2 }])
  // A shared store keeps the read models of the previous run for the other processes.
  expect(await first.isStored('leaderboard-r1')).toBe(true)
  const empty = memoryReadModelStore({ live: { publish: () => undefined } })
  expect(await chooseShownRun({ store: empty, log: first.log, timeZone: 'UTC' })).toEqual([{ run: 2 }])
})

test('a run that no process can show yet is shown if there is no other', async () => {
  const { shown, time } = await setUp([...given, reset(2), ...given.slice(1)], { history: [{ run: 7 }] })
  await time.advance(1_500)
  expect(shown()).toBe(2)
})

/** Whether a command was answered before its time was over, and as what; `undefined` while it waits. */
function waitFor({ runSwitch }: Awaited<ReturnType<typeof setUp>>, position: bigint, withinMs: number) {
  const answer: { isShown?: boolean } = {}
  void runSwitch.waitForPosition(position, withinMs).then((isShown) => (answer.isShown = isShown))
  return answer
}

test('a command is answered in time, and the next run is built, while the run before the last is kept', async () => {
  const setup = await setUp(given)
  const { append, shown, time, hold, release, isStored } = setup
  await flushPromises()
  await append(reset(2))
  await time.advance(1_000)
  expect(shown()).toBe(2)
  hold()
  const answer = waitFor(setup, await append(restored(3, { run: 1 })), 1_000)
  await time.advance(1_000)
  expect(answer.isShown).toBe(false)
  release()
  await time.advance(1_000)
  expect([shown(), await isStored('leaderboard-r1')]).toEqual([3, true])
})

const frozenIn = (milliseconds: number, now: number) =>
  challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: new Date(now + milliseconds).toISOString() })

test('a freeze builds nothing, refuses nobody, and is another epoch until the reveal', async () => {
  const { append, time, hold, runSwitch, models, statuses, epoch } = await setUp(given)
  const [names, before] = [models.shownReadModels(), await epoch()]
  hold()
  await append(frozenIn(60_000, time.now()))
  expect(await models.cardFacts.participant(ada)).toMatchObject({ points: 5 })
  await time.advance(1_000)
  expect(runSwitch.building()).toEqual([])
  expect(models.shownReadModels()).toEqual(names)
  expect(models.audiences().map(({ except }) => except)).toEqual(['admins', 'non-admins'])
  const during = await epoch()
  expect(during).not.toBe(before)
  await append(challengeEvent('FreezeCancelled', { run: 1 }))
  await time.advance(1_000)
  expect([await epoch(), models.audiences().length, statuses]).toEqual([before, 1, []])
})

test('each audience hears of the read models that it reads, during a freeze only admins of the judging', async () => {
  const { append, time, models } = await setUp(given)
  const kindsOf = (names: readonly { name: string }[]) => names.map(({ name }) => name.split('-')[0])
  const heard = () => models.audiences().map(({ readModels }) => kindsOf(readModels))
  const all = kindsOf(models.shownReadModels())
  expect(all).toEqual(expect.arrayContaining(['people', 'challenge', 'leaderboard', 'judging']))
  expect(heard()).toEqual([all])
  await append(frozenIn(60_000, time.now()))
  await time.advance(1_000)
  expect(heard()).toEqual([all.filter((kind) => kind !== 'judging'), all])
})

test('a process that does not know of a freeze shows nothing that it hides (T407)', async () => {
  const { append, time, runSwitch, models, points, progress } = await setUp(given)
  runSwitch.stop()
  const everybody = () => models.cardFacts.participant(ada)
  const admins = async () => (await points())[ada]
  const position = async () => (await models.audiences()[0]?.heartbeat(0, true))?.position
  await append(frozenIn(3_000, time.now()))
  await time.advance(3_000)
  const [before, positionBefore] = [await everybody(), await position()]
  expect(models.shownRun.current.history[0].frozenAt).toBeUndefined()
  expect(before).toMatchObject({ isFrozen: true })
  const at = new Date(time.now()).toISOString()
  const rated = await append(projectEvents('Ada', 1).rated('Root', equalCriteria(5), { at }))
  expect(await progress.waitForPosition(rated, 1_000)).toBe(true)
  expect(await everybody()).toEqual(before)
  expect(await position()).toBe(positionBefore)
  expect(await admins()).toBeGreaterThan(5)
  const exported = (await Array.fromAsync(models.exportFile('standings', 'json', {}).content)).join('')
  expect(JSON.parse(exported)).toMatchObject({ standings: [{ points: await admins() }] })
  const revealed = await append(challengeEvent('LeaderboardRevealed', { run: 1 }))
  expect(await progress.waitForPosition(revealed, 1_000)).toBe(true)
  expect(await everybody()).toMatchObject({ points: await admins(), isFrozen: false })
})

const bob = userIdOf('Bob')
const ofBoth = [
  ...given,
  personEvents('Bob').registered(),
  ...[1, 2].map((day) => projectEvents('Bob', day).submitted()),
]
const changedScoring = (projects: number, excluded: string[] = []) =>
  challengeEvent('ScoringChanged', {
    run: 1,
    weights: { ...defaultScoring.weights, projects },
    excluded,
    reason: 'a fairer contest',
  })

test('a changed scoring is shown in one step, with all points, also of later events; the previous one can be restored', async () => {
  const seen = new Set<string>()
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const onProgress = (models: ReturnType<typeof readModels>) =>
    void pointsIn(store, models).then(
      (points) => seen.add(JSON.stringify(points)),
      (error: unknown) => seen.add(String(error)),
    )
  const { append, runSwitch, points, models, epoch } = await setUp(ofBoth, { store, onProgress })
  const showAfter = async (...events: readonly GivenEvent[]) => {
    expect(await runSwitch.waitForPosition(await append(...events), 1_000)).toBe(true)
    return points()
  }
  expect(await points()).toEqual({ [ada]: 5, [bob]: 10 })
  const before = await epoch()
  seen.clear()
  expect(await showAfter(changedScoring(10))).toEqual({ [ada]: 12, [bob]: 24 })
  expect(models.shownRun.current.history[0].run).toBe(1)
  expect(await epoch()).not.toBe(before)
  // Nobody ever read points of both scorings, or no leaderboard.
  const known = [
    { [bob]: 10, [ada]: 5 },
    { [bob]: 24, [ada]: 12 },
  ]
  expect(known.map((state) => JSON.stringify(state))).toEqual(expect.arrayContaining([...seen]))
  const later = [2, 3].map((day) => projectEvents('Ada', day).submitted())
  expect(await showAfter(...later)).toEqual({ [ada]: 36, [bob]: 24 })
  expect(await showAfter(changedScoring(3))).toEqual({ [ada]: 15, [bob]: 10 })
  expect(await showAfter(changedScoring(3, [bob]))).toEqual({ [ada]: 15 })
})

test('a process that starts in between shows the scoring whose read models are complete', async () => {
  const { store, log, append, models } = await setUp(ofBoth)
  expect(models.shownRun.current.history).toEqual(firstHistory)
  const position = await append(changedScoring(3, [bob]))
  const chosenIn = (other: ReadModelStore) => chooseShownRun({ store: other, log, timeZone: 'UTC' })
  const [own] = await chosenIn(memoryReadModelStore({ live: { publish: () => undefined } }))
  expect(own.scorings?.map((change) => change.position)).toEqual([position])
  expect(await chosenIn({ ...store, load: async () => [] })).toEqual(firstHistory)
})
