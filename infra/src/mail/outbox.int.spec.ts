import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemScheduler } from '../scheduler.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { exampleMessage, mailerSpec, waitUntil } from '@thirty/infra/testing/mail/mail-port.ts'
import type { DeliveryReport, ReportDelivery } from './mail.ts'
import { outboxMailer } from './outbox.ts'

const from = { name: 'Thirty', address: 'thirty@example.org' }

async function outboxIn(tell: ReportDelivery, scheduler = systemScheduler) {
  const data = await mkdtemp(join(tmpdir(), 'thirty-outbox-'))
  const folder = join(data, 'outbox')
  const names = async () => (await readdir(folder).catch((): string[] => [])).sort((a, b) => (a < b ? -1 : 1))
  return {
    data,
    folder,
    names,
    mail: outboxMailer({ folder, from, reportDelivery: tell, scheduler }),
    arrived: async () => Promise.all((await names()).map((name) => readFile(join(folder, name)))),
    close: () => rm(data, { recursive: true, force: true }),
  }
}

mailerSpec('into files', (tell) => outboxIn(tell))

test('a file is for its owner only, and its path is told', async () => {
  const news: DeliveryReport[] = []
  const { mail, names, folder, close } = await outboxIn((one) => void news.push(one))
  onTestFinished(close)
  mail.send(exampleMessage)
  await mail.close()
  const [name = ''] = await names()
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-password-reset-[0-9a-f]{8}\.eml$/)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(news).toEqual([{ outcome: 'delivered', kind: 'password-reset', file: join(folder, name) }])
})

test('a letter that was told to be delivered is there after a power cut: folder, bytes and name are flushed', async () => {
  const { data, mail, names, close } = await outboxIn(() => undefined)
  onTestFinished(close)
  const handle = await open(data)
  // The prototype of an open file, which nobody names.
  const files: typeof handle = Object.getPrototypeOf(handle)
  await handle.close()
  const flushed: [string, number][] = []
  const { ino: outside } = await stat(data)
  const flush = Reflect.get(files, 'sync')
  const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof handle) {
    const about = await this.stat()
    const what = about.ino === outside ? 'name of the folder' : about.isDirectory() ? 'folder' : 'file'
    flushed.push([what, (await names()).filter((name) => name.endsWith('.eml')).length])
    await flush.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  mail.send(exampleMessage)
  await mail.close()
  expect(flushed).toEqual([
    ['name of the folder', 0],
    ['file', 0],
    ['folder', 1],
  ])
})

test('no kind of letter leads out of the folder', async () => {
  const { mail, names, data, close } = await outboxIn(() => undefined)
  onTestFinished(close)
  mail.send({ ...exampleMessage, kind: '../../evil/x' })
  await mail.close()
  expect(await readdir(data)).toEqual(['outbox'])
  expect(await names()).toEqual([expect.stringMatching(/Z-evilx-[0-9a-f]{8}\.eml$/)])
})

test('a folder that cannot be written to now is tried again, and leaves no half file', async () => {
  const news: DeliveryReport[] = []
  const time = fakeScheduler()
  const { mail, names, folder, close } = await outboxIn((one) => void news.push(one), time)
  onTestFinished(close)
  await writeFile(folder, 'in the way')
  mail.send(exampleMessage)
  await waitUntil(async () => {
    await time.advance(0)
    return news.length === 1
  })
  expect(news).toEqual([{ outcome: 'later', kind: 'password-reset', reason: 'EEXIST' }])
  await rm(folder)
  await time.advance(1_000)
  await waitUntil(() => news.length === 2)
  expect(await names()).toEqual([expect.stringMatching(/\.eml$/)])
})

test('what is older than a week goes when a letter is written, and nothing else does', async () => {
  const time = fakeScheduler(Date.parse('2026-03-10T12:00:00.000Z'))
  const { mail, names, folder, close } = await outboxIn(() => undefined, time)
  onTestFinished(close)
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
  const left = await names()
  expect(left.filter((name) => name.startsWith('2026-03-10T12-00-00.000Z-password-reset-'))).toHaveLength(1)
  expect(left).toHaveLength(2 + strange.length)
  expect(left).toEqual(expect.arrayContaining([young, ...strange]))
})
