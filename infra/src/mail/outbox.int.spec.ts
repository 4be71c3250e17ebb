import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { systemScheduler } from '../scheduler.ts'
import { watchFlushes } from '@thirty/infra/testing/flushed-files.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { exampleMessage, mailerSpec, testEmails, waitUntil } from '@thirty/infra/testing/mail/mail-port.ts'
import type { DeliveryReport } from './mail.ts'
import { outboxMailer } from './outbox.ts'

const from = { name: 'Thirty', address: 'thirty@example.org' }

async function openOutbox({ scheduler = systemScheduler, emails = testEmails() } = {}) {
  const data = await temporaryFolder()
  const reports: DeliveryReport[] = []
  const reportDelivery = (report: DeliveryReport) => void reports.push(report)
  const folder = join(data, 'outbox')
  const names = async () => (await readdir(folder).catch((): string[] => [])).sort((a, b) => (a < b ? -1 : 1))
  return {
    data,
    folder,
    names,
    reports,
    mail: outboxMailer({ folder, from, reportDelivery, emails, takesOver: 'all', scheduler }),
    arrived: async () => Promise.all((await names()).map((name) => readFile(join(folder, name)))),
  }
}

mailerSpec('into files', () => openOutbox())

test('only the owner can read a file, and its path is reported', async () => {
  const { mail, names, folder, reports } = await openOutbox()
  mail.send(exampleMessage)
  await mail.close()
  const [name = ''] = await names()
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-password-reset-[0-9a-f]{8}\.eml$/)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(reports).toEqual([{ outcome: 'delivered', kind: 'password-reset', file: join(folder, name) }])
})

test('a delivered message survives a power loss: content and name are flushed', async () => {
  const { data, mail, names } = await openOutbox()
  const flushed: [string, number][] = []
  await watchFlushes(data, async (about) => {
    flushed.push([
      about.isDirectory() ? 'folder' : 'file',
      (await names()).filter((name) => name.endsWith('.eml')).length,
    ])
  })
  mail.send(exampleMessage)
  await mail.close()
  expect(flushed).toEqual([
    ['file', 0],
    ['folder', 1],
  ])
})

test('removes the files of an address, also a file that a process left half-written', async () => {
  const { mail, names, folder, arrived } = await openOutbox()
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`
  const emails = ['ana@example.org', 'ben@example.org', 'zoë@exämple.org', long]
  for (const to of emails) mail.send({ ...exampleMessage, to })
  await waitUntil(async () => (await names()).length === emails.length)
  const [ofAna = ''] = (await arrived()).map(String).filter((text) => text.includes('To: ana@'))
  await writeFile(join(folder, '.2099-03-01T00-00-00.000Z-reminder-0a1b2c3d.eml.x.tmp'), ofAna.slice(0, 120))
  await writeFile(join(folder, 'notes.txt'), 'To: ana@example.org\r\n\r\nours')
  for (const to of ['ANA@example.org', 'ZOË@exämple.org', long]) await mail.discard(to)
  expect((await arrived()).map(String)).toEqual([
    expect.stringContaining('To: ben@example.org'),
    'To: ana@example.org\r\n\r\nours',
  ])
})

test('no file is left of a message that was being written when it was discarded', async () => {
  const { mail, names } = await openOutbox()
  mail.send(exampleMessage)
  // The delivery begins in a later turn.
  await new Promise(setImmediate)
  await mail.discard(exampleMessage.to)
  await mail.close()
  expect(await names()).toEqual([])
})

test('files to an address are removed also while the store cannot be reached', async () => {
  const emails = { ...testEmails(), discard: () => Promise.reject(new StoreUnavailable('Redis is away.')) }
  const { mail, names } = await openOutbox({ emails })
  mail.send(exampleMessage)
  await waitUntil(async () => (await names()).length === 1)
  await expect(mail.discard(exampleMessage.to)).rejects.toThrow(StoreUnavailable)
  expect(await names()).toEqual([])
})

test('no kind of message can write outside the folder', async () => {
  const { mail, names, data } = await openOutbox()
  mail.send({ ...exampleMessage, kind: '../../evil/x' })
  await mail.close()
  expect(await readdir(data)).toEqual(['outbox'])
  expect(await names()).toEqual([expect.stringMatching(/Z-evilx-[0-9a-f]{8}\.eml$/)])
})

test('retries while the folder cannot be written, and leaves no partial file', async () => {
  const time = fakeScheduler()
  const { mail, names, folder, reports } = await openOutbox({ scheduler: time })
  await writeFile(folder, 'in the way')
  mail.send(exampleMessage)
  await waitUntil(async () => {
    await time.advance(0)
    return reports.length === 1
  })
  expect(reports).toEqual([{ outcome: 'later', kind: 'password-reset', reason: 'EEXIST' }])
  await rm(folder)
  await time.advance(1_000)
  await waitUntil(() => reports.length === 2)
  expect(await names()).toEqual([expect.stringMatching(/\.eml$/)])
})

test('a message is delivered although an old one cannot be removed', async () => {
  const { mail, folder, reports } = await openOutbox()
  // Not removed, because it is a folder.
  await mkdir(join(folder, '2020-01-01T00-00-00.000Z-reminder-0a1b2c3d.eml'), { recursive: true })
  mail.send(exampleMessage)
  await mail.close()
  expect(reports).toMatchObject([{ outcome: 'delivered' }])
})

test('deletes messages older than a week when a message is written, and no other files', async () => {
  const scheduler = fakeScheduler(Date.parse('2026-03-10T12:00:00.000Z'))
  const { mail, names, folder } = await openOutbox({ scheduler })
  await mkdir(folder)
  const old = [
    '2026-03-03T11-59-59.999Z-reminder-0a1b2c3d.eml',
    '.2026-03-01T00-00-00.000Z-reminder-0a1b2c3d.eml.x.tmp',
  ]
  const young = '2026-03-03T12-00-00.000Z-reminder-0a1b2c3d.eml'
  const strange = ['2020-01-01-notes.txt', 'notes.eml', '2020-13-45T99-99-99.999Z-x.eml']
  for (const name of [...old, young, ...strange]) await writeFile(join(folder, name), '')
  mail.send(exampleMessage)
  await mail.close()
  const written = expect.stringMatching(/^2026-03-10T12-00-00\.000Z-password-reset-/)
  expect(new Set(await names())).toEqual(new Set([young, ...strange, written]))
})
