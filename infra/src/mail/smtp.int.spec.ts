import { createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { listen } from '@thirty/infra/testing/listening.ts'
import { mailServer } from '@thirty/infra/testing/mail/mail-server.ts'
import { exampleMessage, mailerSpec, testEmails, waitUntil } from '@thirty/infra/testing/mail/mail-port.ts'
import { systemScheduler } from '../scheduler.ts'
import type { DeliveryReport } from './mail.ts'
import { parseSmtpAddress } from './mail-addresses.ts'
import { smtpMailer, type SmtpOptions } from './smtp.ts'

const from = { name: 'Thirty', address: 'thirty@example.org' }

/** Starts a TCP server that is not a mail server, or a broken one. */
async function tcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => onConnection(socket.on('error', () => undefined)))
  onTestFinished(() => void server.close())
  return listen(server)
}

type MailerOptions = Partial<SmtpOptions> & { account?: string }

/** Opens a mailer for this port and collects its reports, until the end of the test. */
function openMailer(port: number, { account = '', ...options }: MailerOptions = {}) {
  const server = parseSmtpAddress(`smtp://${account}127.0.0.1:${port}`)
  if (!server) throw new Error('The address is not valid.')
  const reports: DeliveryReport[] = []
  const mail = smtpMailer({
    server,
    from,
    requireTls: false,
    reportDelivery: (report) => void reports.push(report),
    emails: testEmails(),
    takesOver: 'all',
    scheduler: systemScheduler,
    ...options,
  })
  onTestFinished(() => mail.close())
  return { mail, reports }
}

/** Sends the example through this port, until the mailer reports how the first try ended. */
async function sendExample(port: number, options?: MailerOptions) {
  const { mail, reports } = openMailer(port, options)
  mail.send(exampleMessage)
  await waitUntil(() => reports.length === 1)
  return reports
}

mailerSpec('over SMTP', async () => {
  const { port, messages } = await mailServer()
  return { ...openMailer(port), arrived: async () => messages }
})

test('sends a message to its recipient only', async () => {
  const server = await mailServer()
  await sendExample(server.port)
  expect(server.recipients).toEqual([['ana@example.org']])
})

test('logs in at a server that requires it', async () => {
  const logins: unknown[] = []
  const server = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      logins.push([username, password])
      done(null, { user: username })
    },
  })
  await sendExample(server.port, { account: 'ana%40x:p%3Aw@' })
  expect(logins).toEqual([['ana@x', 'p:w']])
  expect(server.messages).toHaveLength(1)
})

test('sends neither message nor password to a server without encryption when encryption is required', async () => {
  const received: string[] = []
  const port = await tcpServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (chunk) => {
      received.push(String(chunk))
      socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n')
    })
  })
  const reports = await sendExample(port, { account: 'ana:secret@', requireTls: true, timeoutMs: 300 })
  expect(reports[0]?.outcome).toBe('later')
  expect(received.join('')).not.toMatch(/AUTH|MAIL|DATA|ana|secret/)
})

test.for([
  ['accepts', false, 'delivered', [true]],
  ['refuses', true, 'later', []],
] as const)(
  '%s a self-signed certificate, with encryption required: %s',
  async ([, requireTls, outcome, connections], { complains }) => {
    complains(/publicly known/)
    const encrypted: boolean[] = []
    const server = await mailServer({
      disabledCommands: [],
      onMailFrom: (_address, { secure }, done) => {
        encrypted.push(secure)
        done()
      },
    })
    const [report] = await sendExample(server.port, { requireTls })
    expect([report?.outcome, encrypted, server.messages.length]).toEqual([
      outcome,
      connections,
      connections.length,
    ])
  },
)

const noLogin: SMTPServerOptions = { onAuth: (_auth, _session, done) => done(new Error('no')) }
const noRecipient = (responseCode: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) =>
    done(Object.assign(new Error('no such user ana@example.org'), { responseCode })),
})

test.for<[string, SMTPServerOptions, DeliveryReport['outcome'], string]>([
  ['the login, which an operator may mend', noLogin, 'later', '535'],
  ['a recipient that it does not know', noRecipient(550), 'lost', '550'],
  ['a recipient for a moment', noRecipient(451), 'later', '451'],
])('a server may refuse %s', async ([, options, outcome, reason]) => {
  const account = options.onAuth ? 'ana:wrong@' : ''
  const server = await mailServer({ authOptional: account === '', allowInsecureAuth: true, ...options })
  expect(await sendExample(server.port, { account })).toEqual([
    { outcome, kind: exampleMessage.kind, reason },
  ])
})

test.for<[string, (socket: Socket) => void]>([
  ['does not respond', () => undefined],
  ['hangs up', (socket) => void socket.destroy()],
  [
    'closes the connection halfway',
    (socket) => {
      socket.write('220 mail.example\r\n')
      socket.on('data', (chunk) => {
        if (String(chunk).startsWith('MAIL')) socket.destroy()
        else socket.write('250 mail.example\r\n')
      })
    },
  ],
  ['is not a mail server', (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('a server that %s does not delay the sender, and the delivery is retried', async ([, behave]) => {
  const { mail, reports } = openMailer(await tcpServer(behave), { timeoutMs: 300 })
  expect(mail.send(exampleMessage)).toBe(true)
  await waitUntil(() => reports.length === 1)
  expect(reports[0]).toMatchObject({ outcome: 'later', reason: expect.stringMatching(/^E[A-Z]+$/) })
  expect(mail.pendingCount()).toBe(1)
})

test('gives up a server that only sends partial responses after a minute, and closes the connection', async () => {
  const fakeTime = fakeScheduler()
  let [isConnected, isClosed] = [false, false]
  const port = await tcpServer((socket) => {
    isConnected = true
    socket.write('220-mail.example\r\n')
    const interval = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => {
      clearInterval(interval)
      isClosed = true
    })
  })
  const { mail, reports } = openMailer(port, { scheduler: fakeTime, timeoutMs: 5_000 })
  mail.send(exampleMessage)
  await fakeTime.advance(0)
  await waitUntil(() => isConnected)
  await fakeTime.advance(59_000)
  expect(reports).toEqual([])
  await fakeTime.advance(1_000)
  expect(reports).toEqual([{ outcome: 'later', kind: exampleMessage.kind, reason: 'ETIMEDOUT' }])
  await waitUntil(() => isClosed)
})
