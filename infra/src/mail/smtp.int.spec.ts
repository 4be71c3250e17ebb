import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { systemScheduler } from '../scheduler.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { exampleMessage, mailerSpec, waitUntil } from '@thirty/infra/testing/mail/mail-port.ts'
import type { DeliveryReport, ReportDelivery } from './mail.ts'
import { parseSmtpAddress } from './smtp-address.ts'
import { smtpMailer, type SmtpOptions } from './smtp.ts'

const from = { name: 'Thirty', address: 'thirty@example.org' }

/** A real mail server on a port of this machine, that keeps what it was given. */
async function mailServer(options: SMTPServerOptions = {}, atPort = 0) {
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
  const listening = server.listen(atPort, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: portOf(listening), messages, recipients, close }
}

// A server that listens on TCP has an address and a port.
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Something on a port that is not a mail server, or a bad one. */
async function oddServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}

function mailTo(
  port: number,
  tell: ReportDelivery,
  change: Partial<SmtpOptions> & { account?: string } = {},
) {
  const { account = '', ...options } = change
  const server = parseSmtpAddress(`smtp://${account}127.0.0.1:${port}`)
  if (!server) throw new Error('This is the address of a mail server.')
  return smtpMailer({
    server,
    from,
    requireTls: false,
    reportDelivery: tell,
    scheduler: systemScheduler,
    ...options,
  })
}

/** A mail over this port, with what is told of it. */
function toldOf(port: number, change: Parameters<typeof mailTo>[2] = {}) {
  const news: DeliveryReport[] = []
  const mail = mailTo(port, (one) => void news.push(one), change)
  onTestFinished(() => mail.close())
  return { mail, news }
}

mailerSpec('over SMTP', async (tell) => {
  const { port, messages, close } = await mailServer()
  return { mail: mailTo(port, tell), arrived: async () => messages, close }
})

test('the letter goes to its recipient and to nobody else', async () => {
  const server = await mailServer()
  onTestFinished(server.close)
  const { mail, news } = toldOf(server.port)
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(server.recipients).toEqual([['ana@example.org']])
})

test('a server that asks who we are is told so', async () => {
  const asked: unknown[] = []
  const server = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      asked.push([username, password])
      done(null, { user: username })
    },
  })
  onTestFinished(server.close)
  const { mail, news } = toldOf(server.port, { account: 'ana%40x:p%3Aw@' })
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(asked).toEqual([['ana@x', 'p:w']])
  expect(server.messages).toHaveLength(1)
})

test('a server that does not let us in is tried again: an operator may put it right', async () => {
  const server = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  onTestFinished(server.close)
  const { mail, news } = toldOf(server.port, { account: 'ana:wrong@' })
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(news).toEqual([{ outcome: 'later', kind: exampleMessage.kind, reason: '535' }])
})

test('where the way must be encrypted, neither letter nor password goes to a server that does not do so', async () => {
  const heard: string[] = []
  const port = await oddServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (chunk) => {
      heard.push(String(chunk))
      socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n')
    })
  })
  const { mail, news } = toldOf(port, { account: 'ana:secret@', requireTls: true, timeoutMs: 300 })
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(news[0]?.outcome).toBe('later')
  expect(heard.join('')).not.toMatch(/AUTH|MAIL|DATA|ana|secret/)
})

/** A server that encrypts when it is asked to, with a certificate that nobody vouches for. */
async function unknownServer() {
  const encrypted: boolean[] = []
  const server = await mailServer({
    disabledCommands: [],
    onMailFrom: (_address, { secure }, done) => {
      encrypted.push(secure)
      done()
    },
  })
  onTestFinished(server.close)
  return { ...server, encrypted }
}

test('a server that encrypts without need, as those on this machine, may say of itself who it is', async ({
  complains,
}) => {
  complains(/publicly known/)
  const { port, encrypted, messages } = await unknownServer()
  const { mail, news } = toldOf(port)
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect([news[0]?.outcome, encrypted, messages.length]).toEqual(['delivered', [true], 1])
})

test('where the way must be encrypted, a server must be the one that it says it is', async ({
  complains,
}) => {
  complains(/publicly known/)
  const { port, encrypted } = await unknownServer()
  const { mail, news } = toldOf(port, { requireTls: true })
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect([news[0]?.outcome, encrypted]).toEqual(['later', []])
})

test('a recipient whom the server does not know is given up at once', async () => {
  const server = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such user ana@example.org'), { responseCode: 550 })),
  })
  onTestFinished(server.close)
  const { mail, news } = toldOf(server.port)
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(news).toEqual([{ outcome: 'lost', kind: exampleMessage.kind, reason: '550' }])
})

test('a server that puts us off is tried again', async () => {
  let times = 0
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => {
      times += 1
      if (times > 1) done()
      else done(Object.assign(new Error('greylisted'), { responseCode: 451 }))
    },
  })
  onTestFinished(server.close)
  const { mail, news } = toldOf(server.port)
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 2)
  expect(news.map(({ outcome, reason }) => reason ?? outcome)).toEqual(['451', 'delivered'])
  expect(server.messages).toHaveLength(1)
})

const silent = () => undefined
const dropping = (socket: Socket) => void socket.destroy()
const breaking = (socket: Socket) => {
  socket.write('220 mail.example ESMTP\r\n')
  socket.on('data', (chunk) => {
    if (String(chunk).startsWith('MAIL')) socket.destroy()
    else socket.write('250 mail.example\r\n')
  })
}
const babbling = (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')

test.for([
  ['says nothing', silent],
  ['hangs up', dropping],
  ['breaks off in the middle', breaking],
  ['is none', babbling],
] as const)('a server that %s costs its sender nothing, and is tried again', async ([, behave]) => {
  const { mail, news } = toldOf(await oddServer(behave), { timeoutMs: 300 })
  const before = performance.now()
  expect(mail.send(exampleMessage)).toBe(true)
  expect(performance.now() - before).toBeLessThan(50)
  await waitUntil(() => news.length === 1)
  expect(news[0]).toMatchObject({ outcome: 'later', reason: expect.stringMatching(/^E[A-Z]+$/) })
  expect(mail.pendingCount()).toBe(1)
})

test('a port at which nobody listens is tried again, and the letter arrives when somebody does', async () => {
  const first = await mailServer()
  await first.close()
  const { mail, news } = toldOf(first.port)
  mail.send(exampleMessage)
  await waitUntil(() => news.length === 1)
  expect(news).toEqual([{ outcome: 'later', kind: exampleMessage.kind, reason: 'ESOCKET' }])
  const later = await mailServer({}, first.port)
  onTestFinished(later.close)
  await waitUntil(() => news.at(-1)?.outcome === 'delivered')
  await mail.close()
  expect(later.recipients).toEqual([['ana@example.org']])
})

test('a server that answers a word now and then is left behind after a minute, and its line is cut', async () => {
  const time = fakeScheduler()
  let [isOpen, isCut] = [false, false]
  const port = await oddServer((socket) => {
    isOpen = true
    socket.write('220-mail.example\r\n')
    const drip = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => {
      clearInterval(drip)
      isCut = true
    })
  })
  const { mail, news } = toldOf(port, { scheduler: time, timeoutMs: 5_000 })
  mail.send(exampleMessage)
  await time.advance(0)
  await waitUntil(() => isOpen)
  await time.advance(59_000)
  expect(news).toEqual([])
  await time.advance(1_000)
  expect(news).toEqual([{ outcome: 'later', kind: exampleMessage.kind, reason: 'ETIMEDOUT' }])
  await waitUntil(() => isCut)
})
