// The command of the operator's shell that changes an account.

import { peopleEndpoints, type Person } from '@thirty/contracts/accounts/people-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { canonicalUsername, isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import type { OperatorClient } from '../connection/operator-client.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import { report, ShellFault } from '../shell-context.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'

export type UserChange = 'make-admin' | 'activate' | 'deactivate' | 'reset-two-factor'

/** Changes an account, which is given by its email address, username or id. Throws `ShellFault`. */
export async function changeUser(command: ConnectedCommand, change: UserChange, user: string) {
  const { client } = command
  const { id, name } = await findUser(client, user)
  const { position } = await requestChange(client, change, { userId: id })
  return report(command, { success: true, id, change, position }, `${name} ${done[change]}.`)
}

function requestChange(client: OperatorClient, change: UserChange, params: { userId: string }) {
  if (change === 'make-admin') return client.call(operationEndpoints.makeAdmin, { params })
  if (change === 'reset-two-factor') return client.call(operationEndpoints.resetTwoFactor, { params })
  const status = change === 'activate' ? 'active' : 'inactive'
  return client.call(peopleEndpoints.setStatus, { params, body: { status } })
}

const done: Readonly<Record<UserChange, string>> = {
  'make-admin': 'is an admin',
  activate: 'is active',
  deactivate: 'is inactive, and is logged out everywhere',
  'reset-two-factor': 'no longer has a second factor, and is logged out everywhere',
}

async function findUser(client: OperatorClient, user: string): Promise<{ id: string; name: string }> {
  const id = user.toLowerCase()
  if (uuidPattern.test(id)) return { id, name: `The user ${id}` }
  const people = await client.call(peopleEndpoints.list, { query: { search: user.trim(), limit: '200' } })
  const matches = people.filter(
    ({ email, username }) =>
      isSameEmail(email, user) || canonicalUsername(username ?? '') === canonicalUsername(user),
  )
  const [match] = matches
  if (match === undefined || matches.length > 1) throw new ShellFault(noMatch(user, people))
  return { id: match._id, name: match.fullName }
}

function noMatch(user: string, people: readonly Person[]): string {
  const similar = people.slice(0, 5).map(({ fullName, email }) => `  ${fullName} <${email}>`)
  return [
    `No account has exactly the email address, username or id "${user}".`,
    ...(similar.length > 0 ? ['Similar accounts:', ...similar] : []),
  ].join('\n')
}
