import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { NameStreams } from '@thirty/command-api/accounts/names/name-streams.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { fakePasswords } from './fake-passwords.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'

type Given<Log> = Omit<Parameters<typeof createCommands>[0], 'log'> & { log: Log; names: NameStreams }

/** What commands about accounts need, with passwords that are quick to check and without limits. */
export const accountDeps = <Log extends Parameters<typeof createCommands>[0]['log']>({
  log,
  clock,
  names,
}: Given<Log>) => ({
  commands: createCommands({ log, clock }),
  log,
  clock,
  passwords: fakePasswords,
  names,
  limits: rateLimits({ isEnabled: false }),
})

/** Returns a process that is interrupted at its n-th append, before or after storing it, and the next process over the same log. */
export function processEndingAt(append: number, isStored: boolean) {
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const deps = (log: typeof memory.log) => accountDeps({ log, clock, names: testNames })
  const ending = deps(logEndingAt(memory.log, append, isStored))
  return { ending, next: deps(memory.log), memory, time }
}
