import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter } from '@thirty/projections/testing/fold-events.ts'
import { serveReadModels } from '@thirty/projections/testing/read-model-server.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readModels } from '../read-models.ts'

const names = ['Ada', 'Bob', 'Cleo']
const people = [
  personEvents('Root').registered({ role: 'admin' }),
  ...names.map((name) => personEvents(name).registered()),
]

type Operation = { what: string; name: string; day: number; pick: number }
const operations = fc.array(
  fc.record<Operation>({
    what: fc.constantFrom(
      ...'submit submit submit rate rate rate scoring scoring freeze freeze reveal cancel reset'.split(' '),
    ),
    name: fc.constantFrom(...names),
    day: fc.integer({ min: 1, max: 3 }),
    pick: fc.nat({ max: 5 }),
  }),
  { minLength: 8, maxLength: 20 },
)
/** Changes of the scoring during a freeze: chance alone may bring too few of them. */
const changesInFreeze = 'submit rate freeze scoring scoring scoring scoring rate'
  .split(' ')
  .map((what, pick) => ({ what, name: 'Ada', day: 1, pick: pick % 6 }))

const freezeEvents = ['LeaderboardFrozen', 'LeaderboardRevealed', 'FreezeCancelled']

/** Returns the event of an operation at a time, as a command would; undefined if it would be refused. */
function eventOf(
  { what, name, day, pick }: Operation,
  before: readonly GivenEvent[],
  now: number,
): GivenEvent | undefined {
  const { run, frozenAt } = currentRunAfter(before)
  const at = new Date(now).toISOString()
  const project = projectEvents(name, day, run)
  const isThere = before.some(
    ({ type, stream }) => type === 'ProjectSubmitted' && stream.endsWith(project.id),
  )
  switch (what) {
    case 'submit':
      return isThere ? undefined : project.submitted({}, at)
    case 'rate':
      return isThere ? project.rated('Root', equalCriteria(pick), { at }) : undefined
    case 'scoring': {
      const scoring = { ...defaultScoring, weights: { projects: 3 + pick, quality: 0.5, streak: 2 } }
      const excluded = pick === 0 ? [userIdOf(name)] : []
      return challengeEvent('ScoringChanged', { run, ...scoring, excluded, reason: 'fairer' }, at)
    }
    case 'freeze':
      return frozenAt === undefined
        ? challengeEvent('LeaderboardFrozen', { run, frozenAt: new Date(now + 3_000).toISOString() }, at)
        : undefined
    case 'reset':
      return challengeEvent('ChallengeReset', { run: run + 1, backup: `b${run}` }, at)
    default:
      if (frozenAt === undefined) return undefined
      return challengeEvent(what === 'reveal' ? 'LeaderboardRevealed' : 'FreezeCancelled', { run }, at)
  }
}

/** Starts a process over these events, at a time. */
async function processAt(now: number, events: readonly GivenEvent[]) {
  const started = await switchingProcess(events)
  await started.time.advance(now - started.time.now())
  return started
}

/** What differs between logs, and whether there is a freeze. */
const incomparable = ['position', 'epoch', 'asOf', 'endsAt', 'frozenAt', 'frozen', 'isFrozen']
const comparable = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json ?? null, (key: string, value: unknown) =>
      incomparable.includes(key) ? undefined : value,
    ),
  )

/** Reads everything that has a figure of the leaderboard. */
async function figuresFor(
  reader: string,
  { models, time }: Pick<Awaited<ReturnType<typeof switchingProcess>>, 'models' | 'time'>,
) {
  const server = await serveReadModels(models, time.now)
  const ask = async (path: string) => {
    const { status, json } = await server.request(path, reader)
    return [path, status, comparable(json())]
  }
  const paths = ['leaderboard', 'history', ...names.map((name) => `${userIdOf(name)}/points`)]
  const leaderboard = await Promise.all(paths.map((path) => ask(`/api/leaderboard/${path}`)))
  const members = await ask('/api/community/members')
  const standings = await Promise.all(
    names.map(async (name) => {
      const { json } = await server.request(`/api/users/${name.toLowerCase()}/profile`, reader)
      const { standing } = json() as { standing?: unknown }
      expect(standing).toBeDefined()
      return standing
    }),
  )
  // The landing page and cards are the same for everybody, also for admins.
  const shared =
    reader === 'Root'
      ? []
      : await Promise.all([
          ask('/api/leaderboard/showcase'),
          ...names.map(async (name) => comparable(await models.cardFacts.participant(userIdOf(name)))),
        ])
  await server.close()
  return { leaderboard, members, standings, shared }
}

const secrets = ['leaderboard.changed', 'rank.changed', 'showcase.changed', 'project.rated']
const isToOthers = ({ room, except }: LiveMessage) => room !== rooms.admins && except !== rooms.nonAdmins

test('with a scoring changed during a freeze, others see the log up to the freeze, and admins one without a freeze', async () => {
  let changed = 0
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      const started = await switchingProcess(people)
      const { append, time, runSwitch, sent } = started
      const events: GivenEvent[] = [...people]
      for (const operation of list) {
        await time.advance(1_000)
        const event = eventOf(operation, events, time.now())
        if (event === undefined) continue
        const wasFrozen = (currentRunAfter(events).frozenAt ?? Infinity) <= time.now()
        events.push(event)
        sent.length = 0
        const position = await append(event)
        await time.advance(4_000)
        expect(await runSwitch.waitForPosition(position, 1_000)).toBe(true)
        const isFrozen = currentRunAfter(events).frozenAt !== undefined
        const isHidden = wasFrozen && isFrozen
        expect(sent.filter((one) => isHidden && secrets.includes(one.message) && isToOthers(one))).toEqual([])
        if (isHidden && event.type === 'ScoringChanged') changed += 1
      }
      const { frozenAt = Infinity } = currentRunAfter(events)
      const plain = events.filter(({ type }) => !freezeEvents.includes(type))
      const known = plain.filter(({ at = '' }) => !(Date.parse(at) >= frozenAt))
      const restarted = await processAt(time.now(), events)
      for (const [reader, log] of [
        ['Root', plain],
        ['Ada', known],
      ] as const) {
        const expected = await figuresFor(reader, await processAt(time.now(), log))
        expect(await figuresFor(reader, started)).toEqual(expected)
        expect(await figuresFor(reader, restarted)).toEqual(expected)
      }
    }),
    { numRuns: 16, examples: [[changesInFreeze]] },
  )
  expect(changed).toBeGreaterThan(3)
})

const frozenIn = (run: number, now: number) =>
  challengeEvent('LeaderboardFrozen', { run, frozenAt: new Date(now + 3_000).toISOString() })
const weighted = (projects: number, now: number): GivenEvent => ({
  ...challengeEvent('ScoringChanged', {
    run: 1,
    weights: { projects, quality: 0, streak: 0 },
    excluded: [],
    reason: 'fairer',
  }),
  at: new Date(now).toISOString(),
})

test('a changed scoring builds only a leaderboard, also during a freeze, and read models that continue are not built again', async () => {
  const { append, time, runSwitch, models, store, running } = await switchingProcess(people)
  const names = () => models.shownReadModels().map(({ name }) => name)
  const builds = async () =>
    new Map(
      await Promise.all(
        models
          .shownReadModels()
          .map(async (key) => [key.name, (await store.liveBuild(key))?.build.build] as const),
      ),
    )
  const change = async (event: GivenEvent) => {
    const [before, built] = [names(), await builds()]
    expect(await runSwitch.waitForPosition(await append(event), 1_000)).toBe(true)
    const after = await builds()
    const added = names().filter((name) => !before.includes(name))
    const kept = [...built].filter(([name]) => after.has(name))
    expect(kept.map(([name]) => [name, after.get(name)])).toEqual(kept)
    expect(running.positions().length).toBe(names().length)
    return { added, gone: before.filter((name) => !after.has(name)) }
  }
  const aLeaderboard = [expect.stringMatching(/^leaderboard-r1-[0-9a-f]{8}$/)]
  expect(await change(weighted(10, time.now()))).toEqual({ added: aLeaderboard, gone: ['leaderboard-r1'] })
  await append(frozenIn(1, time.now()))
  await time.advance(4_000)
  expect(await change(weighted(20, time.now()))).toEqual({ added: aLeaderboard, gone: [] })
  const [, before] = [await time.advance(1_000), models.shownRun.current.views.everybody.board.name]
  const revealed = challengeEvent('LeaderboardRevealed', { run: 1 })
  expect(await change(revealed)).toEqual({ added: [], gone: [before] })
})

test('live updates of read models that continue find the leaderboard of each kind of readers', async () => {
  const { append, time, sent } = await switchingProcess(people)
  let day = 0
  const add = async (event: GivenEvent) => {
    sent.length = 0
    await append({ ...event, at: new Date(time.now()).toISOString() })
    await time.advance(4_000)
  }
  /** Appends a project of Ada. Returns what all, or one kind of readers, are told of her points, and of the days of her streak of three. */
  const submit = async () => {
    day += 1
    await add(projectEvents('Ada', day).submitted())
    return sent.flatMap(({ message, payload, except }) => {
      // Safe: the payloads of these messages.
      const { rows, items } = payload as {
        rows: { id: string; totalPoints: number }[]
        items: { streak?: { days: { score: number | null }[] } }[]
      }
      const told = {
        'leaderboard.changed': () => rows.filter(({ id }) => id === userIdOf('Ada'))[0]?.totalPoints,
        activity: () => items[0]?.streak?.days.map(({ score }) => score).join(),
        'news.missed': () => 'something was not built',
      }[message]
      return told ? [`${message} ${told()} except ${except ?? 'nobody'}`] : []
    })
  }
  await add(weighted(10, time.now()))
  await submit()
  expect(await submit()).toContain('leaderboard.changed 20 except nobody')
  await add(frozenIn(1, time.now()))
  await add(weighted(20, time.now()))
  await add(projectEvents('Ada', 1).rated('Root', equalCriteria(5)))
  expect((await submit()).toSorted()).toEqual([
    'activity ,, except admins',
    'activity 5,, except non-admins',
    'leaderboard.changed 60 except non-admins',
  ])
  await add(challengeEvent('LeaderboardRevealed', { run: 1 }))
  expect(await submit()).toContain('leaderboard.changed 80 except nobody')
})

test('a message about a change that everybody sees during a freeze has hidden points for admins only', async () => {
  const { append, time, sent } = await switchingProcess(people)
  const add = async (event: GivenEvent) => {
    sent.length = 0
    await append({ ...event, at: new Date(time.now()).toISOString() })
    await time.advance(4_000)
  }
  await add(projectEvents('Ada', 1).submitted())
  await add(frozenIn(1, time.now()))
  await add(projectEvents('Ada', 1).rated('Root', equalCriteria(5)))
  await add(personEvents('Ada').event('ProfileChanged', { fullName: 'Ada L' }))
  const told = sent.flatMap(({ message, payload, except }) => {
    const [, points] = /"name":"Ada L".*?"totalPoints":(\d+)/.exec(JSON.stringify(payload)) ?? []
    return points === undefined ? [] : [`${message} ${points} except ${except}`]
  })
  expect(told.toSorted()).toEqual([
    'leaderboard.changed 5 except admins',
    'leaderboard.changed 55 except non-admins',
    'showcase.changed 5 except admins',
    'showcase.changed 55 except non-admins',
  ])
})

test('an update that waits while its readers get another view has the epoch of the view before', async () => {
  const { append, time, sent, runSwitch } = await switchingProcess(people, { isShared: true })
  const ada = projectEvents('Ada', 1)
  const ratings = [4, 5].map((stars) => ada.rated('Root', equalCriteria(stars)))
  const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b' })
  for (const event of [ada.submitted(), ...ratings, reset]) {
    sent.length = 0
    expect(await runSwitch.waitForPosition(await append(event), 1_000)).toBe(true)
  }
  await time.advance(1_000)
  const rated = sent.filter(({ message }) => message === 'project.rated')
  const epochs = rated.map(({ payload }) => (payload as { epoch: string }).epoch.split('.').at(-1))
  expect(epochs.length).toBeGreaterThan(0)
  expect(epochs).not.toContain('r2')
})

test('the position of a join is not told during a freeze, because it would count hidden changes', async () => {
  const { append, time, models } = await switchingProcess(people)
  expect(await models.joinedPosition()).toMatchObject({ position: `${people.length - 1}` })
  await append(frozenIn(1, time.now()))
  await time.advance(4_000)
  expect(await models.joinedPosition()).toBeUndefined()
})

test('the position of a join is not told while the leaderboard lags, because it may not know of a freeze yet', async () => {
  const { models, store, log } = await switchingProcess(people)
  const { board } = models.shownRun.current.views.admins
  const lagging = readModels({
    store: {
      ...store,
      liveBuild: async (key) => {
        const live = await store.liveBuild(key)
        return live && { ...live, checkpoint: live.checkpoint - (key.name === board.name ? 1n : 0n) }
      },
    },
    log,
    clock: () => 0,
    timeZone: 'UTC',
    history: firstHistory,
  })
  expect(await lagging.joinedPosition()).toBeUndefined()
})
