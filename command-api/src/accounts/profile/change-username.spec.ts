import { VersionConflict, type EventLog, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import {
  interruptionsOf,
  logEndingAt,
  logInterruptedBefore,
} from '@thirty/command-api/testing/interrupted-log.ts'
import { createCommands } from '../../handle.ts'
import { changeOwnProfile } from './change-own-profile.ts'
import { isAccount, userFold, userStream } from '../evolve.ts'
import { registerUser } from '../sign-up/sign-up.ts'
import { reservationFold, reserve } from '../names/reservation.ts'
import { reserveNames } from '../names/reserve-names.ts'
import { changeUser, deletedStream } from '../load-account.ts'

const contextOf = (actor: string, id: string = crypto.randomUUID()) => ({
  actor,
  correlation: 'spec',
  command: { id },
})

/**
 * Ana has the username `ana` and Ben `ben`, in one log. `processOver` returns the dependencies of a process over another
 * log.
 */
async function setUpAnaAndBen() {
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const processOver = (log: EventLog) => ({
    commands: createCommands({ log, clock }),
    log,
    clock,
    names: testNames,
  })
  const deps = processOver(memory.log)
  for (const user of ['ana', 'ben']) {
    await reserveNames(deps, { names: [testNames.username(user)], user, context: contextOf(user) })
    const email = `${user}@example.org`
    await changeUser(deps.commands, user, contextOf(user), (state) =>
      registerUser(state, { fullName: 'Name', username: user, email, role: 'participant' }),
    )
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
  /** A process in which something happens right before it appends an event of this type to this stream. */
  const slowProcess = (type: string, stream: string, interrupt: () => Promise<unknown>) => {
    const isMatch = (event: NewEvent, appendedTo: string) => event.type === type && appendedTo === stream
    return processOver(logInterruptedBefore(memory.log, isMatch, interrupt))
  }
  return { memory, time, processOver, slowProcess, rename, usernameOf, holderOf, expectOneOwner }
}

const appendsOfOneRename = 4

test.for(interruptionsOf(appendsOfOneRename))(
  'an interruption at append %i of a username change (stored: %s) neither loses a name nor gives it to two users',
  async ([append, isStored]) => {
    const fixture = await setUpAnaAndBen()
    const ending = fixture.processOver(logEndingAt(fixture.memory.log, append, isStored))
    // An interruption of the last step, the release of the old name, does not fail the change.
    await fixture.rename('ana', 'new', ending).catch(() => undefined)
    await fixture.expectOneOwner()
    fixture.time.now += 60_001
    const free = (await fixture.usernameOf('ana')) === 'new' ? 'ana' : 'new'
    await fixture.rename('ben', free)
    expect(await fixture.usernameOf('ben')).toBe(free)
    await fixture.expectOneOwner()
  },
)

test('a request that was only slow is refused when another user took the name', async () => {
  const fixture = await setUpAnaAndBen()
  const slow = fixture.slowProcess('ProfileChanged', userStream('ana'), async () => {
    fixture.time.now += 60_001
    await fixture.rename('ben', 'new')
  })
  await expect(fixture.rename('ana', 'new', slow)).rejects.toMatchObject({ code: 'conflict' })
  expect([await fixture.usernameOf('ana'), await fixture.usernameOf('ben')]).toEqual(['ana', 'new'])
  await fixture.expectOneOwner()
})

test('the release of an earlier name does not say who had it, because EventStoreDB keeps it', async () => {
  const { memory, rename } = await setUpAnaAndBen()
  await rename('ana', 'anna')
  const last = memory.inStream(testNames.username('ana').stream).at(-1)
  expect(last).toMatchObject({ type: 'Released', data: {} })
  expect(last?.metadata.actor).toBeUndefined()
  expect(JSON.stringify(last?.metadata)).not.toContain('ana')
})

test('a user who returns to the old name before its release keeps it', async () => {
  const fixture = await setUpAnaAndBen()
  const { stream } = testNames.username('ana')
  const slow = fixture.slowProcess('Released', stream, () => fixture.rename('ana', 'ana'))
  await fixture.rename('ana', 'new', slow)
  expect(await fixture.usernameOf('ana')).toBe('ana')
  await fixture.expectOneOwner()
  fixture.time.now += 60_001
  await expect(fixture.rename('ben', 'ana')).rejects.toMatchObject({ code: 'name-taken' })
})

test('a change that fails after its reservation does not release the name that a concurrent one has made the username', async () => {
  const fixture = await setUpAnaAndBen()
  const slow = fixture.slowProcess('UsernameClaimed', userStream('ana'), () => fixture.rename('ana', 'new'))
  const failing = fixture.processOver({
    ...slow.log,
    read: (stream, ...options) => {
      if (stream === deletedStream('ana')) throw new Error('The log is away.')
      return slow.log.read(stream, ...options)
    },
  })
  await expect(fixture.rename('ana', 'new', failing)).rejects.toThrow('The log is away.')
  expect(await fixture.usernameOf('ana')).toBe('new')
  await fixture.expectOneOwner()
})

test('a refused change does not release the name that a concurrent one has made the username', async () => {
  const fixture = await setUpAnaAndBen()
  const slow = fixture.slowProcess('UsernameClaimed', userStream('ana'), () => fixture.rename('ana', 'new'))
  const conflicting = fixture.processOver({
    ...slow.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged') throw new VersionConflict(stream, expected, -1)
      return slow.log.append(stream, events, expected)
    },
  })
  const request = { username: 'new', bio: 'Builds things.' }
  await expect(
    changeOwnProfile(conflicting, { user: 'ana', request, context: contextOf('ana') }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await fixture.expectOneOwner()
})

test('a user who takes the old name again keeps it although another user is about to take it', async () => {
  const fixture = await setUpAnaAndBen()
  await fixture.rename('ana', 'new')
  // A name that was left reserved although it is not Ana’s username any more.
  const { stream } = testNames.username('ana')
  await fixture.processOver(fixture.memory.log).commands.handle({
    ...reservationFold,
    stream,
    context: contextOf('ana'),
    decide: (reservation) => reserve(reservation, { user: 'ana' }),
  })
  fixture.time.now += 60_001
  const slow = fixture.slowProcess('Reserved', stream, () => fixture.rename('ana', 'ana'))
  await expect(fixture.rename('ben', 'ana', slow)).rejects.toMatchObject({ code: 'name-taken' })
  expect([await fixture.usernameOf('ana'), await fixture.usernameOf('ben')]).toEqual(['ana', 'ben'])
  await fixture.expectOneOwner()
})

test.for([1, 2, 3])('an interruption at append %i is completed with the idempotency key', async (append) => {
  const fixture = await setUpAnaAndBen()
  const ending = fixture.processOver(logEndingAt(fixture.memory.log, append, true))
  await expect(fixture.rename('ana', 'new', ending, 'command')).rejects.toThrow('has ended')
  await fixture.rename('ana', 'new', undefined, 'command')
  expect(await fixture.usernameOf('ana')).toBe('new')
  await fixture.expectOneOwner()
})

test('a concurrent repetition of a change does not lose the name', async () => {
  const fixture = await setUpAnaAndBen()
  const { promise: storeAllowed, resolve: allowStore } = Promise.withResolvers<void>()
  const slow = fixture.processOver({
    ...fixture.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged') await storeAllowed
      return fixture.memory.log.append(stream, events, expected)
    },
  })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const context = { ...contextOf('ana'), command: { id: 'command', digest: 'digest' } }
  const change = () => changeOwnProfile(slow, { user: 'ana', request: { username: 'new' }, context })
  const [first, second] = [change(), change().catch((error: unknown) => error)]
  for (let seconds = 0; seconds < 12; seconds += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toMatchObject({ code: 'in-flight' })
  allowStore()
  await first
  expect(await fixture.usernameOf('ana')).toBe('new')
  await fixture.expectOneOwner()
})

test('repeating a refused change does not reuse the reservation that it released', async () => {
  const fixture = await setUpAnaAndBen()
  let conflicts = 4
  const conflicting = fixture.processOver({
    ...fixture.memory.log,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'ProfileChanged' && conflicts > 0) {
        conflicts -= 1
        throw new VersionConflict(stream, expected, -1)
      }
      return fixture.memory.log.append(stream, events, expected)
    },
  })
  await expect(fixture.rename('ana', 'new', conflicting, 'command')).rejects.toMatchObject({
    code: 'conflict',
  })
  await fixture.rename('ben', 'new')
  await expect(fixture.rename('ana', 'new', undefined, 'command')).rejects.toMatchObject({
    code: 'name-taken',
  })
  await fixture.expectOneOwner()
})
