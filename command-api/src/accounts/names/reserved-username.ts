import { refuse } from '@thirty/contracts/refusals.ts'
import { isReservedUsername } from '@thirty/contracts/rules/text/reserved-usernames.ts'

/** Throws `invalid-fields` at `username` for a reserved username. Accounts that have one already keep it. */
export function refuseReservedUsername(username: string): void {
  if (!isReservedUsername(username)) return
  const message = 'This username is reserved'
  refuse('invalid-fields', message, { username: message })
}
