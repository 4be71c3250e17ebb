import type { SignUpRequest } from '@thirty/contracts/accounts/api.ts'
import type { PasswordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { signUp } from '@thirty/command-api/accounts/sign-up/sign-up.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { checkLogIn } from '../src/accounts/sessions/log-in.ts'
import { logEndingAt, logInterruptedBefore } from './interrupted-log.ts'
import { createNewEvent } from './new-event.ts'
import { requestFrom } from './request-from.ts'
import { testNames } from './test-names.ts'

export const password = 'Correct-horse-7'

/** Argon2 has to be slow, which most specs do not test. */
const passwords: PasswordHasher = {
  hash: async (text) => `hash of ${text}`,
  matches: async (text, hash) => hash === `hash of ${text}`,
}

/** What the commands of several processes need that share one log in memory, without limits. The clock stands still. */
export function accountProcesses() {
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const limits = rateLimits({ isEnabled: false })
  const sent: EmailMessage[] = []
  /** A process over this log, or over one in which something fails. */
  const processOver = (log: EventLog = memory.log) => ({
    commands: createCommands({ log, clock }),
    log,
    clock,
    passwords,
    limits,
    names: testNames,
    publicUrl: new URL('https://thirty.example'),
    mail: {
      send: (message: EmailMessage) => sent.push(message) > 0,
      pendingCount: () => 0,
      discard: async () => undefined,
    },
  })
  const next = processOver()
  /** Stores an event of the current time at the end of a stream. */
  const store = (stream: string, type: string, data: object) =>
    memory.store(stream, [createNewEvent(type, data, { at: time.now })])

  return {
    memory,
    time,
    /** The emails that were sent. */
    sent,
    processOver,
    next,
    /** A process that ends at its n-th append, before or after storing it. */
    endingAt: (append: number, isStored: boolean) => processOver(logEndingAt(memory.log, append, isStored)),
    /** A process in which something happens right before it appends the first event that matches. */
    interruptedBefore: (
      isMatch: (event: NewEvent, stream: string) => boolean,
      interrupt: () => Promise<unknown>,
    ) => processOver(logInterruptedBefore(memory.log, isMatch, interrupt)),
    store,
    /** Stores an account as earlier versions did, with its names reserved in these streams. */
    storeAccount: (
      user: string,
      account: { email: string; username?: string },
      streams: readonly string[],
    ) => {
      for (const stream of streams) store(stream, 'Reserved', { user })
      store(`credentials-${user}`, 'PasswordSet', { hash: `hash of ${password}` })
      store(`user-${user}`, 'UserRegistered', { fullName: 'Ana', role: 'participant', ...account })
    },
    signUp: (
      change: Partial<SignUpRequest> = {},
      { by = next, key }: { by?: typeof next; key?: string } = {},
    ) =>
      signUp(by, {
        request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password, ...change },
        role: 'participant',
        correlation: 'spec',
        key,
      }),
    logIn: (emailOrUsername: string, secret = password, by = next) => {
      const caller = { request: requestFrom(), correlation: 'spec' }
      return checkLogIn(by, { emailOrUsername, password: secret }, caller)
    },
  }
}
