import type { Server } from 'node:http'
import type { Config, Secrets } from '@thirty/infra/config/config.ts'
import { demoAdmins, demoPassword, demoParticipant } from '../command-api/demo/people.ts'

/** Tells whoever started the product at a terminal where it is and how to come in. */
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

/** Where a server listens, as `http://127.0.0.1:3000`. */
export function serverAddress(
  server: Server,
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : Number(publicUrl.port)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
