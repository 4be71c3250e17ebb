import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { NameStreams } from '@thirty/command-api/accounts/names/name-streams.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { fakePasswords } from './fake-passwords.ts'

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
