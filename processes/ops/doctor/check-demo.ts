// Looks for accounts of the demo whose password, which is published, still works: a fault where others reach the product, since one of them
// is an owner.

import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { credentialsEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { demoAdmins, demoPassword, demoPeople } from '../../../command-api/demo/community.ts'
import type { Config } from '../../config/config.ts'
import { findingOf, type Finding } from './finding.ts'

const demoNames: ReadonlySet<string> = new Set([...demoAdmins, ...demoPeople].map(({ username }) => username))

/** Returns nothing if there are no such accounts. */
export async function checkDemo(
  log: Pick<EventLog, 'readAll'>,
  config: Pick<Config, 'isProduction' | 'host' | 'publicUrl'>,
  passwords = passwordHasher(),
): Promise<Finding | undefined> {
  const names = new Map<string, string>()
  const hashes = new Map<string, string>()
  const inactive = new Set<string>()
  for await (const events of log.readAll({ streams: ['user-', 'credentials-'] }))
    for (const event of events.map(catalogue.upcast)) {
      const user = event.stream.slice(event.stream.indexOf('-') + 1)
      if (isEventOf(userEvents, event) && event.type === 'UserStatusChanged') {
        if (event.data.status === 'inactive') inactive.add(user)
        else inactive.delete(user)
      } else if (isEventOf(userEvents, event) && event.type === 'UserRegistered') {
        const { username } = event.data
        if (username !== null && username !== undefined && demoNames.has(username)) names.set(user, username)
      } else if (isEventOf(credentialsEvents, event)) {
        if (event.type === 'PasswordSet') hashes.set(user, event.data.hash)
        else hashes.delete(user)
      }
    }
  const open: string[] = []
  for (const [user, name] of names)
    if (!inactive.has(user) && (await passwords.matches(demoPassword, hashes.get(user)))) open.push(name)
  if (open.length === 0) return undefined
  const isLocal = !config.isProduction && isOnThisMachine({ hosts: [config.host, config.publicUrl.hostname] })
  return findingOf('demo')(
    isLocal ? 'warning' : 'fault',
    `The published demo password still works for ${open.length} of its accounts, among them ${open[0]}.`,
    [...open, 'Change these passwords, deactivate the accounts, or begin with an empty data folder.'],
  )
}
