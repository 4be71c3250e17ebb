import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { listen } from '@thirty/infra/testing/listening.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { openCoreForShell } from './ops/connection/open-connection.ts'
import { startTestProduct } from './testing/product.ts'
import { secrets } from './testing/fixtures.ts'

test('a reset link that waits for a mail server arrives after a restart, once, and is encrypted until then; the shell leaves it alone', async () => {
  const folder = await temporaryFolder()
  const start = async (settings: Record<string, string> = {}) => {
    const product = await startTestProduct(settings, folder)
    onTestFinished(product.stop)
    return product
  }
  // It accepts connections and never answers.
  const silent = createServer(() => undefined)
  onTestFinished(() => void silent.close())
  const SMTP_URL = `smtp://127.0.0.1:${await listen(silent)}`
  const first = await start({ SMTP_URL, MAIL_FROM: 'thirty@thirty.test' })
  const { email } = await first.participant()
  await first.send(undefined, 'POST /api/auth/forgot-password', { email })
  await expect.poll(() => first.core.entries.countWaiting('mail'), { timeout: 5_000 }).toBe(2)
  await first.stop()
  const stored = await readFile(join(folder, 'personal.db'), 'latin1')
  expect(stored).not.toMatch(/people\.example|token=/)

  const outbox = join(folder, 'outbox')
  const resetLinks = async () =>
    (await readdir(outbox).catch((): string[] => [])).filter((name) => name.includes('password-reset'))
  const { signal } = new AbortController()
  const shell = await openCoreForShell(readConfig({ ...secrets, DATA_DIR: folder }), 'rest', signal)
  await shell.close()
  expect(await readdir(outbox).catch(() => [])).toEqual([])
  const second = await start()
  await expect.poll(resetLinks, { timeout: 5_000 }).toHaveLength(1)
  expect(await readFile(join(outbox, (await resetLinks())[0] ?? ''), 'utf8')).toContain(`To: ${email}`)
  await expect.poll(() => second.core.entries.countWaiting('mail'), { timeout: 5_000 }).toBe(0)
  await second.stop()
  await start()
  expect(await resetLinks()).toHaveLength(1)
})
