import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listen } from '../listening.ts'

/** Starts a real mail server that keeps the messages it receives, until the end of the test. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const messages: Buffer[] = []
  const recipients: string[][] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) =>
      void buffer(stream).then((message) => {
        messages.push(message)
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        done()
      }),
    ...options,
  })
  server.on('error', () => undefined)
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: await listen(server.server), messages, recipients }
}
