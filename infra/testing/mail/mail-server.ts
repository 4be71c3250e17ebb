import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { listen } from '../listening.ts'

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
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: await listen(server.server, port), messages, recipients, close }
}
