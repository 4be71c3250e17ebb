import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Starts a real mail server that keeps the messages it receives. */
export async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const messages: Buffer[] = []
  const recipients: string[][] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        messages.push(Buffer.concat(chunks))
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: portOf(listening), messages, recipients, close }
}

// A server that listens on TCP has an address and a port.
export const portOf = (server: Server) => (server.address() as AddressInfo).port
