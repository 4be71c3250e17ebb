import type { Config, Secrets } from './config/config.ts'
import { demoAdmins, demoPassword, demoParticipant } from '../command-api/demo/people.ts'

/** Prints the address and the first credentials to the terminal. */
export function printStartBanner(config: Config, secrets: Secrets, address: string, hasDemo: boolean): void {
  const key =
    config.adminRegistrationKey === undefined
      ? secrets.adminRegistrationKey
      : 'as set in ADMIN_REGISTRATION_KEY'
  const lines = [
    ['Address', address],
    ['Data', config.dataDir],
    ['Admin key', `${key}  (sign up as an admin at ${address}/admin/signup)`],
    ...(hasDemo
      ? [
          ['Participant', `${demoParticipant}  password ${demoPassword}`],
          ['Admin', `${demoAdmins[0].username}  password ${demoPassword}  (at ${address}/admin/login)`],
        ]
      : []),
    ['End', 'Ctrl-C'],
  ]
  const rows = lines.map(([name = '', value]) => `  ${name.padEnd(12)} ${value}`)
  console.log(['', 'Thirty is running.', ...rows, ''].join('\n'))
}
