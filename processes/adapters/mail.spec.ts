import { join } from 'node:path'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { exampleMessage } from '@thirty/infra/testing/mail/mail-port.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createProcessContext } from '../lifecycle/process-context.ts'
import { openMail } from './mail-and-push.ts'
import { secrets } from '../testing/fixtures.ts'

test('an email that became a file is counted, and logged with its path, without address or link', async () => {
  const folder = await temporaryFolder()
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const context = createProcessContext(readConfig({ DATA_DIR: folder, ...secrets }), logger)
  const mail = openMail(context, { reservationKey: secrets.RESERVATION_KEY }, memoryEntries())
  const counts = async () =>
    (await context.metrics.registry.metrics()).match(/(?<=^thirty_mails_)(?:total\{.*|waiting .*)$/gm)
  mail.send(exampleMessage)
  const before = ['total{outcome="delivered"} 0', 'total{outcome="later"} 0', 'total{outcome="lost"} 0']
  expect(await counts()).toEqual([...before, 'waiting 1'])
  await mail.close()
  const after = ['total{outcome="delivered"} 1', ...before.slice(1), 'waiting 0']
  expect(await counts()).toEqual(after)
  const [line, ...others] = lines.map((text) => JSON.parse(text) as Record<string, unknown>)
  expect(others).toEqual([])
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    mail: 'password-reset',
    file: expect.stringContaining(join(folder, 'outbox', '')),
    msg: 'an email was written to a file, because SMTP_URL is not set',
  })
  expect(lines.join()).not.toMatch(/ana@|https?:/)
})
