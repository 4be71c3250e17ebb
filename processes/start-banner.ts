import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { demoAdmins, demoPassword, demoParticipant } from '../command-api/demo/community.ts'

/**
 * Returns what a start prints to the terminal: the address and the first credentials. The address is the public one, under which passkeys
 * and sign-in providers work; `listening` is where the server listens, which is said when the public address leads elsewhere.
 */
export function startBanner(config: Config, secrets: Secrets, listening: string, hasDemo: boolean): string {
  const { publicUrl } = config
  // Port 0 is any free port.
  const address = publicUrl.port === '0' ? listening : publicUrl.origin
  const leadsHere =
    isOnThisMachine({ hosts: [publicUrl.hostname] }) && new URL(address).port === new URL(listening).port
  const key =
    config.secrets.ADMIN_REGISTRATION_KEY === undefined
      ? secrets.adminRegistrationKey
      : 'as set in ADMIN_REGISTRATION_KEY'
  const lines = [
    ['Address', address],
    ...(leadsHere ? [] : [['Listens at', listening]]),
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
  return ['', 'Thirty is running.', ...rows, ''].join('\n')
}
