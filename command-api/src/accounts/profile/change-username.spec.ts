import { VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommands } from '../../handle.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { inMemoryEventLog, type CommandEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { changeOwnProfile } from './change-profile.ts'
import { isAccount, userFold } from '../evolve.ts'
import { registerUser } from '../sign-up/sign-up.ts'
import { reservationFold, reserve } from '../names/reservation.ts'
import { reserveNames } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'

const contextOf = (actor: string, id: string = crypto.randomUUID()) => ({
  actor,
  correlation: 'spec',
  command: { id },
})

/** Ana has the username `ana` and Ben `ben`, in one log. `over` returns the dependencies of a process over another log. */
async function anaAndBen() {
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const over = (log: CommandEventLog) => ({
    commands: createCommands({ log, clock }),
    log,
    clock,
    names: testNames,
  })
  const deps = over(memory.log)
  for (const user of ['ana', 'ben']) {
    await reserveNames(deps, { names: [testNames.username(user)], user, context: contextOf(user) })
    const email = `${user}@example.org`
    await deps.commands.handle({
      ...userFold,
      stream: userStream(user),
      context: contextOf(user),
      decide: (state) =>
        registerUser(state, { fullName: 'Name', username: user, email, role: 'participant' }),
    })
  }
  time.now += 3_600_000
  const rename = (user: string, username: string, by = deps, id?: string) =>
    changeOwnProfile(by, { user, request: { username }, context: contextOf(user, id) })
  const usernameOf = async (user: string) => {
    const { state } = await deps.commands.load(userStream(user), userFold)
    return isAccount(state) ? state.username : undefined
  }
  const holderOf = async (username: string) => {
    const { state } = await deps.commands.load(testNames.username(username).stream, reservationFold)
    return state.status === 'held' ? state.user : undefined
  }
  /** Expects that every user has the reservation of their username. */
  const expectOneOwner = async () => {
    for (const user of ['ana', 'ben']) {
      const name = await usernameOf(user)
      const holder = name === undefined ? user : await holderOf(name)
      expect([name, holder]).toEqual([name, user])
    }
  }
  return { memory, time, over, rename, usernameOf, holderOf, expectOneOwner }
}

const appendsOfOneRename = 4
const interruptions = Array.from({ length: appendsOfOneRename }, (_, index) => index + 1).flatMap(
  (append) => [[append, false] as const, [append, true] as const],
)

test.for(interruptions)(
  'an interruption at append %i of a username change (stored: %s) neither loses a name nor gives it to two users',
  async ([append, isStored]) => {
    const scene = await anaAndBen()
    let left = append
    const ending = scene.over({
      ...scene.memory.log,
      append: async (...args) => {
        left -= 1
        if (left < 0) throw new Error('The process has ended.')
        if (left > 0) return scene.memory.log.append(...args)
        if (isStored) await scene.memory.log.append(...args)
        throw new Error('The process has ended.')
      },
    })
    // An interruption of the last step, the release of the old name, does not fail the change.
    await scene.rename('ana', 'new', ending).catch(() => undefined)
    await scene.expectOneOwner()
    scene.time.now += 60_001
    const free = (await scene.usernameOf('ana')) === 'new' ? 'ana' : 'new'
    await scene.rename('ben', free)
    expect(await scene.usernameOf('ben')).toBe(free)
    await scene.expectOneOwner()
  },
)

test('a request that was only slow is refused when another user took the name', async () => {
  const scene = await anaAndBen()
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
  expect([await scene.usernameOf('ana'), await scene.usernameOf('ben')]).toEqual(['ana', 'new'])
  await scene.expectOneOwner()
})

test('a newer claim does not validate a dropped one', async () => {
  const scene = await anaAndBen()
  let isOvertaken = false
  let again: unknown
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isOvertaken && events[0]?.type === 'ProfileChanged') {
        isOvertaken = true
        scene.time.now += 60_001
        await scene.rename('ben', 'new')
        again = await scene.rename('ana', 'new').catch((error: unknown) => error)
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ana', 'new', slow)).rejects.toMatchObject({ code: 'conflict' })
  expect(again).toMatchObject({ code: 'name-taken' })
  await scene.expectOneOwner()
})

test('a user who returns to the old name before its release keeps it', async () => {
  const scene = await anaAndBen()
  let isBack = false
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isBack && events[0]?.type === 'Released' && stream === testNames.username('ana').stream) {
        isBack = true
        await scene.rename('ana', 'ana')
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await scene.rename('ana', 'new', slow)
  expect(await scene.usernameOf('ana')).toBe('ana')
  await scene.expectOneOwner()
  scene.time.now += 60_001
  await expect(scene.rename('ben', 'ana')).rejects.toMatchObject({ code: 'name-taken' })
})

test('a user who takes the old name again keeps it although another user is about to take it', async () => {
  const scene = await anaAndBen()
  await scene.rename('ana', 'new')
  // A name that was left reserved although it is not Ana’s username any more.
  await scene.over(scene.memory.log).commands.handle({
    ...reservationFold,
    stream: testNames.username('ana').stream,
    context: contextOf('ana'),
    decide: (reservation) => reserve(reservation, { user: 'ana' }),
  })
  scene.time.now += 60_001
  let isBack = false
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (!isBack && events[0]?.type === 'Reserved' && stream === testNames.username('ana').stream) {
        isBack = true
        await scene.rename('ana', 'ana')
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ben', 'ana', slow)).rejects.toMatchObject({ code: 'name-taken' })
  expect([await scene.usernameOf('ana'), await scene.usernameOf('ben')]).toEqual(['ana', 'ben'])
  await scene.expectOneOwner()
})

test.for([1, 2, 3])('an interruption at append %i is completed with the idempotency key', async (append) => {
  const scene = await anaAndBen()
  let left = append
  const ending = scene.over({
    ...scene.memory.log,
    append: async (...args) => {
      left -= 1
      const done = await scene.memory.log.append(...args)
      if (left <= 0) throw new Error('The process has ended.')
      return done
    },
  })
  await expect(scene.rename('ana', 'new', ending, 'command')).rejects.toThrow('has ended')
  await scene.rename('ana', 'new', undefined, 'command')
  expect(await scene.usernameOf('ana')).toBe('new')
  await scene.expectOneOwner()
})

test('a concurrent repetition of a change does not lose the name', async () => {
  const scene = await anaAndBen()
  const { promise: stored, resolve: letStore } = Promise.withResolvers<void>()
  const slow = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged') await stored
      return scene.memory.log.append(stream, events, expected)
    },
  })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const context = { ...contextOf('ana'), command: { id: 'command', digest: 'digest' } }
  const change = () => changeOwnProfile(slow, { user: 'ana', request: { username: 'new' }, context })
  const [first, second] = [change(), change().catch((error: unknown) => error)]
  for (let seconds = 0; seconds < 12; seconds += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toMatchObject({ code: 'in-flight' })
  letStore()
  await first
  expect(await scene.usernameOf('ana')).toBe('new')
  await scene.expectOneOwner()
})

test('repeating a refused change does not reuse the reservation that it released', async () => {
  const scene = await anaAndBen()
  let conflicts = 4
  const conflicting = scene.over({
    ...scene.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged' && conflicts > 0) {
        conflicts -= 1
        throw new VersionConflict(stream, expected, -1)
      }
      return scene.memory.log.append(stream, events, expected)
    },
  })
  await expect(scene.rename('ana', 'new', conflicting, 'command')).rejects.toMatchObject({ code: 'conflict' })
  await scene.rename('ben', 'new')
  await expect(scene.rename('ana', 'new', undefined, 'command')).rejects.toMatchObject({ code: 'name-taken' })
  await scene.expectOneOwner()
})
