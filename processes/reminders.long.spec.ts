import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCluster } from '../e2e/support/cluster.ts'

// The test starts several processes, and at most twenty emails are sent a second.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const people = 200
const confirmedPeople = 180
/** Emails that a process claims at the same time. */
const claimSize = 50

const dayBefore = new Date(Date.now() - 86_400_000).toISOString()
const event = (type: string, data: unknown): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  at: dayBefore,
  data,
  metadata: { correlation: 'spec', run: 1 },
})

/** Appends the start of a challenge and the sign-ups of its participants, all of yesterday. */
async function seedLog(folder: string): Promise<void> {
  const log = await openSqliteLog({
    folder,
    onFailure: (problem) => {
      throw problem
    },
  })
  const start = event('ChallengeStarted', { run: 1, startsAt: dayBefore })
  await log.append('challenge', [start], 'none')
  for (let count = 0; count < people; count += 1) {
    const account = { fullName: 'Ana Example', email: `p${count}@people.example`, role: 'participant' }
    const confirmed = event('EmailConfirmed', { email: account.email })
    // Every tenth address is not confirmed.
    const events = [event('UserRegistered', account), ...(count % 10 === 0 ? [] : [confirmed])]
    await log.append(`user-${randomUUID()}`, events, 'none')
  }
  await log.close()
}

test('two web processes send each reminder at most once, even if one is killed', async () => {
  const cluster = await startCluster({
    webs: 2,
    projectors: 1,
    startsImmediately: false,
    env: { CHALLENGE_TIMEZONE: timeZoneAtHour(22) },
  })
  onTestFinished(async () => void (await cluster.remove()))
  const outbox = join(cluster.dataDir, 'outbox')
  const files = async () =>
    (await readdir(outbox).catch((): string[] => [])).filter((name) => /-reminder-.*\.eml$/.test(name))
  const [first, second] = cluster.webs
  if (!first || !second) throw new Error('There are two web processes.')

  await seedLog(cluster.log.folder)
  await cluster.log.start()
  await Promise.all(cluster.projectors.map((projector) => projector.start()))
  await Promise.all([first.start(), second.start()])
  await expect.poll(async () => (await files()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  await first.kill()
  await first.start()
  // Reminders that the killed process had claimed are lost; all others are sent.
  await expect
    .poll(async () => (await files()).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(confirmedPeople - claimSize)
  await Promise.all([first.stop(), second.stop()])

  const mails = await Promise.all((await files()).map((name) => readFile(join(outbox, name), 'utf8')))
  const recipients = mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1])
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(recipients.length).toBeLessThanOrEqual(confirmedPeople)
  expect(recipients.filter((address) => /^p\d*0@/.test(address ?? ''))).toEqual([])
})
