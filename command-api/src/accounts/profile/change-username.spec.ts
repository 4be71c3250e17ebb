import { VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommands } from '../../handle.ts'
import { inMemoryEventLog, type CommandEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { changeOwnProfile } from './change-profile.ts'
import { isAccount, userFold } from '../evolve.ts'
import { registerUser } from '../sign-up/sign-up.ts'
import { reservationFold, reserve } from '../names/reservation.ts'
import { reserveNames } from '../names/reserve-names.ts'
import { usernameStream, userStream } from '../streams.ts'

const askerOf = (actor: string, id: string = crypto.randomUUID()) => ({
  actor,
  correlation: 'spec',
  command: { id },
})

/** Ana goes by `ana` and Ben by `ben`, over one log. `over` is a process that sees another log. */
async function twoPeople() {
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const over = (log: CommandEventLog) => ({ commands: createCommands({ log, clock }), log, clock })
  const deps = over(memory.log)
  for (const user of ['ana', 'ben']) {
    await reserveNames(deps, { streams: [usernameStream(user)], user, context: askerOf(user) })
    const email = `${user}@example.org`
    await deps.commands.handle({
      ...userFold,
      stream: userStream(user),
      context: askerOf(user),
      decide: (nobody) =>
        registerUser(nobody, { fullName: 'Name', username: user, email, role: 'participant' }),
    })
  }
  time.now += 3_600_000
  const rename = (user: string, username: string, by = deps, id?: string) =>
    changeOwnProfile(by, { user, request: { username }, context: askerOf(user, id) })
  const goesBy = async (user: string) => {
    const { state } = await deps.commands.load(userStream(user), userFold)
    return isAccount(state) ? state.username : undefined
  }
  const holderOf = async (username: string) => {
    const { state } = await deps.commands.load(usernameStream(username), reservationFold)
    return state.status === 'held' ? state.user : undefined
  }
  /** Nobody goes by a name that somebody else, or nobody, holds. */
  const expectOneOwner = async () => {
    for (const user of ['ana', 'ben']) {
      const name = await goesBy(user)
      const holder = name === undefined ? user : await holderOf(name)
      expect([name, holder]).toEqual([name, user])
    }
  }
  return { memory, time, over, rename, goesBy, holderOf, expectOneOwner }
}

const appendsOfOneRename = 4
const ends = Array.from({ length: appendsOfOneRename }, (_, index) => index + 1).flatMap((append) => [
  [append, false] as const,
  [append, true] as const,
])

test.for(ends)(
  'a process that ends at append %i of a new username (stored: %s) leaves no name lost, and none to two',
  async ([append, isStored]) => {
    const scene = await twoPeople()
    let left = append
    const ending = scene.over({
      ...scene.memory.log,
      append: async (...asked) => {
        left -= 1
        if (left < 0) throw new Error('The process has ended.')
        if (left > 0) return scene.memory.log.append(...asked)
        if (isStored) await scene.memory.log.append(...asked)
        throw new Error('The process has ended.')
      },
    })
    // The last step is to give the old name back, and that nobody has to wait for.
    await scene.rename('ana', 'new', ending).catch(() => undefined)
    await scene.expectOneOwner()
    scene.time.now += 60_001
    const free = (await scene.goesBy('ana')) === 'new' ? 'ana' : 'new'
    await scene.rename('ben', free)
    expect(await scene.goesBy('ben')).toBe(free)
    await scene.expectOneOwner()
  },
)

test('whoever was only slow is told that the name has gone to somebody else', async () => {
  const scene = await twoPeople()
  let isOvertaken = false
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isOvertaken && events[0]?.type === 'ProfileChanged') {
        isOvertaken = true
        scene.time.now += 60_001
        await scene.rename('ben', 'new')
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ana', 'new', slow)).rejects.toMatchObject({ code: 'conflict' })
  expect([await scene.goesBy('ana'), await scene.goesBy('ben')]).toEqual(['ana', 'new'])
  await scene.expectOneOwner()
})

test('a claim made anew does not speak for the one that was lost', async () => {
  const scene = await twoPeople()
  let isOvertaken = false
  let again: unknown
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isOvertaken && events[0]?.type === 'ProfileChanged') {
        isOvertaken = true
        scene.time.now += 60_001
        await scene.rename('ben', 'new')
        again = await scene.rename('ana', 'new').catch((problem: unknown) => problem)
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ana', 'new', slow)).rejects.toMatchObject({ code: 'conflict' })
  expect(again).toMatchObject({ code: 'name-taken' })
  await scene.expectOneOwner()
})

test('who goes back to the old name before it was given back keeps it', async () => {
  const scene = await twoPeople()
  let isBack = false
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isBack && events[0]?.type === 'Released' && stream === usernameStream('ana')) {
        isBack = true
        await scene.rename('ana', 'ana')
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await scene.rename('ana', 'new', slow)
  expect(await scene.goesBy('ana')).toBe('ana')
  await scene.expectOneOwner()
  scene.time.now += 60_001
  await expect(scene.rename('ben', 'ana')).rejects.toMatchObject({ code: 'name-taken' })
})

test('who takes the old name up again while somebody else is about to, keeps it', async () => {
  const scene = await twoPeople()
  await scene.rename('ana', 'new')
  // A name that was left behind: held, and nobody goes by it.
  await scene.over(scene.memory.log).commands.handle({
    ...reservationFold,
    stream: usernameStream('ana'),
    context: askerOf('ana'),
    decide: (reservation) => reserve(reservation, { user: 'ana' }),
  })
  scene.time.now += 60_001
  let isBack = false
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isBack && events[0]?.type === 'Reserved' && stream === usernameStream('ana')) {
        isBack = true
        await scene.rename('ana', 'ana')
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ben', 'ana', slow)).rejects.toMatchObject({ code: 'name-taken' })
  expect([await scene.goesBy('ana'), await scene.goesBy('ben')]).toEqual(['ana', 'ben'])
  await scene.expectOneOwner()
})

test.for([1, 2, 3])(
  'with its key, a change that stopped at append %i goes on where it was',
  async (append) => {
    const scene = await twoPeople()
    let left = append
    const ending = scene.over({
      ...scene.memory.log,
      append: async (...asked) => {
        left -= 1
        const done = await scene.memory.log.append(...asked)
        if (left <= 0) throw new Error('The process has ended.')
        return done
      },
    })
    await expect(scene.rename('ana', 'new', ending, 'command')).rejects.toThrow('has ended')
    await scene.rename('ana', 'new', undefined, 'command')
    expect(await scene.goesBy('ana')).toBe('new')
    await scene.expectOneOwner()
  },
)

test('who asks twice at once does not lose the name by being told to wait', async () => {
  const scene = await twoPeople()
  const { promise: stored, resolve: goOn } = Promise.withResolvers<void>()
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged') await stored
      return scene.memory.log.append(stream, events, expected)
    },
  })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const context = { ...askerOf('ana'), command: { id: 'command', digest: 'digest' } }
  const asking = () => changeOwnProfile(slow, { user: 'ana', request: { username: 'new' }, context })
  const [first, second] = [asking(), asking().catch((problem: unknown) => problem)]
  for (let seconds = 0; seconds < 12; seconds += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toMatchObject({ code: 'in-flight' })
  goOn()
  await first
  expect(await scene.goesBy('ana')).toBe('new')
  await scene.expectOneOwner()
})

test('with its key, a change that was refused does not take the hold for its own that it gave back', async () => {
  const scene = await twoPeople()
  let crowd = 4
  const crowded = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged' && crowd > 0) {
        crowd -= 1
        throw new VersionConflict(stream, expected, -1)
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ana', 'new', crowded, 'command')).rejects.toMatchObject({ code: 'conflict' })
  await scene.rename('ben', 'new')
  await expect(scene.rename('ana', 'new', undefined, 'command')).rejects.toMatchObject({ code: 'name-taken' })
  await scene.expectOneOwner()
})
