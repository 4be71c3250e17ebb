import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { challengeEvent, inRun, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { backupFileName, backupFiles, exportBackup, exportedHash } from './export-backup.ts'

const ada = projectEvents('Ada', 1)
const given = [
  ...[ada.submitted(), ada.approved(), ada.commented('Bob', 1)].map((event) => inRun(1, event)),
  challengeEvent('BackupRestored', { run: 2, backup: 'b', parent: { run: 1, upTo: '20' } }),
  inRun(2, ada.liked('Bob')),
]
const backup = { name: 'Halfway', createdAt: '2026-01-09T12:00:00.000Z', of: { run: 2, upTo: 50n } }
const productVersion = '0.2.0'

const linesOf = (file: Buffer) =>
  gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const signer = testSigner()

test('the header says what the file is, where it is from and what is in it', async () => {
  const file = Buffer.concat(
    await Array.fromAsync(exportBackup(backup, { log: recordedLog(given), productVersion, signer })),
  )
  expect(linesOf(file)[0]).toEqual({
    format: 'thirty-backup',
    formatVersion: 1,
    productVersion: '0.2.0',
    data: {
      name: 'Halfway',
      createdAt: '2026-01-09T12:00:00.000Z',
      lineage: [
        { run: 2, upTo: '50' },
        { run: 1, upTo: '20' },
      ],
      counts: { ProjectSubmitted: 1, ProjectApproved: 1, ProjectLiked: 1 },
      statistics: { totalProjects: 1, totalParticipants: 1, averagePoints: 5 },
    },
  })
})

test('the same backup gives the same file, also after the log has grown', async () => {
  const log = recordedLog(given)
  const before = await exportedHash(backup, { log, productVersion, signer })
  log.give(inRun(2, ada.unliked('Bob')))
  expect(await exportedHash(backup, { log, productVersion, signer })).toBe(before)
  expect(await exportedHash({ ...backup, of: { run: 2 } }, { log, productVersion, signer })).not.toBe(before)
})

test.each([
  { origin: 'own', isSigned: true },
  { origin: 'accepted', isSigned: true },
  { origin: 'unknown', isSigned: false },
  // Imported by an earlier release.
  { origin: undefined, isSigned: false },
] as const)(
  'a history from an imported file of origin $origin is signed: $isSigned',
  async ({ origin, isSigned }) => {
    const imported = challengeEvent('BackupImportStarted', {
      run: 1,
      finalHash: 'f00d',
      ...(origin && { origin }),
    })
    const log = recordedLog([imported, ...given])
    for (const place of [{ run: 1 }, { run: 2 }]) {
      const file = await Array.fromAsync(
        exportBackup({ ...backup, of: place }, { log, productVersion, signer }),
      )
      const trailer = linesOf(Buffer.concat(file)).at(-1)
      expect(trailer).toHaveProperty('data.digest')
      expect('signature' in Object(trailer?.['data'])).toBe(isSigned)
    }
  },
)

test('four exports run at once, others wait for half a minute, and are then told to come back', async () => {
  const begun: (() => void)[] = []
  const { endpoints } = backupFiles({
    log: recordedLog(given),
    productVersion,
    signer,
    backups: async () => [{ ...backup, id: 'a-backup' }],
    recordExport: async function* (content) {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(resolve)
      await promise
      yield* content
    },
  })
  const received = vi.fn<express.RequestHandler>((_request, _response, next) => next())
  const app = express()
    .use(assignCorrelationId, received)
    .get('/:backupId', ...(endpoints[0]?.handlers ?? []))
    .use(createErrorHandler(silentLogger))
  const { port } = await serverOfTest(app)
  const send = async () => (await fetch(`http://127.0.0.1:${port}/a-backup`)).status
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const statuses = Array.from({ length: 10 }, send)
  await expect.poll(() => received.mock.calls.length).toBe(10)
  expect(begun).toHaveLength(4)
  begun[0]?.()
  expect(await Promise.race(statuses)).toBe(200)
  await expect.poll(() => begun.length).toBe(5)
  await vi.advanceTimersByTimeAsync(30_000)
  for (const end of begun) end()
  expect(Object.groupBy(await Promise.all(statuses), String)).toEqual({
    200: [200, 200, 200, 200, 200],
    503: [503, 503, 503, 503, 503],
  })
})

test.each([
  ['Halfway', 'thirty-backup-halfway-2026-01-09.ndjson.gz'],
  [
    'Before reset on March 13, 2026 (day 12)',
    'thirty-backup-before-reset-on-march-13-2026-day-12-2026-01-09.ndjson.gz',
  ],
  ['Día único', 'thirty-backup-dia-unico-2026-01-09.ndjson.gz'],
  ['../../etc/passwd\r\nX: "1"', 'thirty-backup-etc-passwd-x-1-2026-01-09.ndjson.gz'],
  ['三十日', 'thirty-backup-2026-01-09.ndjson.gz'],
  ['x'.repeat(120), `thirty-backup-${'x'.repeat(60)}-2026-01-09.ndjson.gz`],
])('the file name of the backup %j is %s', (name, fileName) => {
  expect(backupFileName({ ...backup, name })).toBe(fileName)
})
