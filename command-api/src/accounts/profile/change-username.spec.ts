import { VersionConflict, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { interruptionsOf } from '@thirty/command-api/testing/interrupted-log.ts'
import { changeOwnProfile } from './endpoints.ts'
import { isAccount, users, deletions } from '../account.ts'
import { reservations } from '../names/reservation.ts'

const contextOf = (actor: string, id: string = crypto.randomUUID()) => ({
  actor,
  correlation: 'spec',
  command: { id },
})

/** Ana has the username `ana` and Ben `ben`, in one log. */
function setUpAnaAndBen() {
  const { next, interruptedBefore, ...processes } = accountProcesses()
  for (const username of ['ana', 'ben']) {
    const email = `${username}@example.org`
    processes.storeAccount(username, { email, username }, [testNames.username(username).stream])
  }
  processes.time.now += 3_600_000
  const rename = (user: string, username: string, by = next, id?: string) =>
    changeOwnProfile(by, { user, request: { username }, context: contextOf(user, id) })
  const usernameOf = async (user: string) => {
    const { state } = await users.load(next.commands, user)
    return isAccount(state) ? state.username : undefined
  }
  /** Expects these usernames of Ana and Ben, and that each of them has the reservation of their own. */
  const expectUsernames = async (...usernames: string[]) => {
    for (const [index, user] of ['ana', 'ben'].entries()) {
      const name = (await usernameOf(user)) ?? ''
      const { state } = await reservations.load(next.commands, testNames.username(name).stream)
      expect([name, state]).toEqual([usernames[index], expect.objectContaining({ user })])
    }
  }
  /** A process in which something happens right before it appends an event of this type to this stream. */
  const slowProcess = (type: string, stream: string, interrupt: () => Promise<unknown>) =>
    interruptedBefore((event, appendedTo) => event.type === type && appendedTo === stream, interrupt)
  /** A process over `log` in which something happens at each append of the change itself. */
  const processAtChange = (log: EventLog, atChange: (stream: string) => Promise<void> | void) =>
    processes.processOver({
      ...log,
      append: async (stream, ...rest) => {
        if (rest[0][0]?.type === 'ProfileChanged') await atChange(stream)
        return log.append(stream, ...rest)
      },
    })
  return { ...processes, slowProcess, processAtChange, rename, usernameOf, expectUsernames }
}

/** A conflict at every try, as of a stream that others change all the time. */
const conflict = (stream: string) => {
  throw new VersionConflict(stream, 0, -1)
}

const appendsOfOneRename = 4

test.for(interruptionsOf(appendsOfOneRename))(
  'an interruption at append %i of a username change (stored: %s) neither loses a name nor gives it to two users',
  async ([append, isStored]) => {
    const { endingAt, rename, usernameOf, expectUsernames, time } = setUpAnaAndBen()
    // An interruption of the last step, the release of the old name, does not fail the change.
    await rename('ana', 'new', endingAt(append, isStored)).catch(() => undefined)
    const [taken, free] = (await usernameOf('ana')) === 'new' ? ['new', 'ana'] : ['ana', 'new']
    await expectUsernames(taken, 'ben')
    time.now += 60_001
    await rename('ben', free)
    await expectUsernames(taken, free)
  },
)

test('a request that was only slow is refused when another user took the name', async () => {
  const { slowProcess, rename, expectUsernames, time } = setUpAnaAndBen()
  const slow = slowProcess('ProfileChanged', users.nameOf('ana'), async () => {
    time.now += 60_001
    await rename('ben', 'new')
  })
  await expect(rename('ana', 'new', slow)).rejects.toMatchObject({ code: 'conflict' })
  await expectUsernames('ana', 'new')
})

test('the release of an earlier name does not say who had it, because EventStoreDB keeps it', async () => {
  const { memory, rename } = setUpAnaAndBen()
  await rename('ana', 'anna')
  const last = memory.inStream(testNames.username('ana').stream).at(-1)
  expect(last).toMatchObject({ type: 'Released', data: {} })
  expect(last?.metadata.actor).toBeUndefined()
  expect(JSON.stringify(last?.metadata)).not.toContain('ana')
})

test('a user who returns to the old name before its release keeps it', async () => {
  const { slowProcess, rename, expectUsernames, time } = setUpAnaAndBen()
  const slow = slowProcess('Released', testNames.username('ana').stream, () => rename('ana', 'ana'))
  await rename('ana', 'new', slow)
  await expectUsernames('ana', 'ben')
  time.now += 60_001
  await expect(rename('ben', 'ana')).rejects.toMatchObject({ code: 'name-taken' })
})

test.for([
  ['fails', { message: 'The log is away.' }],
  ['is refused', { code: 'conflict' }],
] as const)(
  'a change that %s after its reservation does not release the name that a concurrent one has made the username',
  async ([outcome, error]) => {
    const { slowProcess, processOver, processAtChange, rename, expectUsernames } = setUpAnaAndBen()
    const { log } = slowProcess('UsernameClaimed', users.nameOf('ana'), () => rename('ana', 'new'))
    const failing = processOver({
      ...log,
      read: (stream, ...options) => {
        if (stream === deletions.nameOf('ana')) throw new Error('The log is away.')
        return log.read(stream, ...options)
      },
    })
    const request = { username: 'new', bio: 'Builds things.' }
    const by = outcome === 'fails' ? failing : processAtChange(log, conflict)
    const changed = changeOwnProfile(by, { user: 'ana', request, context: contextOf('ana') })
    await expect(changed).rejects.toMatchObject(error)
    await expectUsernames('new', 'ben')
  },
)

test('a user who takes the old name again keeps it although another user is about to take it', async () => {
  const { slowProcess, store, rename, expectUsernames, time } = setUpAnaAndBen()
  await rename('ana', 'new')
  // A name that was left reserved although it is not Ana’s username any more.
  const { stream } = testNames.username('ana')
  store(stream, 'Reserved', { user: 'ana' })
  time.now += 60_001
  const slow = slowProcess('Reserved', stream, () => rename('ana', 'ana'))
  await expect(rename('ben', 'ana', slow)).rejects.toMatchObject({ code: 'name-taken' })
  await expectUsernames('ana', 'ben')
})

test.for([1, 2, 3])('an interruption at append %i is completed with the idempotency key', async (append) => {
  const { endingAt, rename, expectUsernames } = setUpAnaAndBen()
  await expect(rename('ana', 'new', endingAt(append, true), 'command')).rejects.toThrow('has ended')
  await rename('ana', 'new', undefined, 'command')
  await expectUsernames('new', 'ben')
})

test('a concurrent repetition of a change does not lose the name', async () => {
  const { processAtChange, memory, expectUsernames } = setUpAnaAndBen()
  const { promise: storeAllowed, resolve: allowStore } = Promise.withResolvers<void>()
  const slow = processAtChange(memory.log, () => storeAllowed)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const context = { ...contextOf('ana'), command: { id: 'command', digest: 'digest' } }
  const change = () => changeOwnProfile(slow, { user: 'ana', request: { username: 'new' }, context })
  const [first, second] = [change(), change().catch((error: unknown) => error)]
  for (let seconds = 0; seconds < 12; seconds += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toMatchObject({ code: 'in-flight' })
  allowStore()
  await first
  await expectUsernames('new', 'ben')
})

test('repeating a refused change does not reuse the reservation that it released', async () => {
  const { processAtChange, memory, rename, expectUsernames } = setUpAnaAndBen()
  const conflicting = processAtChange(memory.log, conflict)
  await expect(rename('ana', 'new', conflicting, 'command')).rejects.toMatchObject({ code: 'conflict' })
  await rename('ben', 'new')
  await expect(rename('ana', 'new', undefined, 'command')).rejects.toMatchObject({ code: 'name-taken' })
  await expectUsernames('ana', 'new')
})
