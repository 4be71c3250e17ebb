import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  backupFile,
  exampleHistory,
  orderedFold,
  type FileChanges,
} from '@thirty/command-api/testing/backup-files.ts'
import { verify, reasonWith } from '@thirty/command-api/testing/verified-files.ts'

test('accepts a history with every kind of event, and reports what it verified', async () => {
  const verified = await verify(await backupFile(orderedFold))
  expect(verified).toMatchObject({
    formatVersion: 1,
    productVersion: '0.2.0',
    events: exampleHistory.length,
    header: { name: 'Halfway', lineage: [{ run: 3 }, { run: 1, upTo: '45' }] },
    period: [{ type: 'ChallengeStarted' }, { type: 'ChallengeEndSet' }],
  })
  expect([verified.finalHash, verified.digest]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
})

test('accepts a history without events', async () => {
  expect((await verify(await backupFile(orderedFold, []))).events).toBe(0)
})

describe('a header or trailer that does not fit the events', () => {
  const wrongHeader = 'The header does not describe a backup.'
  const otherBoard = 'The events lead to another leaderboard than the trailer says.'
  const statistics = { totalProjects: 9, totalParticipants: 2, averagePoints: 1.5 }
  const digest = hash('sha256', '')
  test.each<[string, FileChanges, string]>([
    [
      'other counts',
      { header: { counts: { ProjectSubmitted: 1 } } },
      'The header counts other events than the file has.',
    ],
    ['other statistics', { header: { statistics } }, 'The statistics in the header do not match the events.'],
    ['another digest', { trailer: { digest } }, otherBoard],
    ['no digest', { trailer: {} }, otherBoard],
    ['a trailer with more', { trailer: { digest, more: 1 } }, otherBoard],
    ['no name', { header: { name: '' } }, wrongHeader],
    ['a long name', { header: { name: 'x'.repeat(121) } }, wrongHeader],
    ['no lineage', { header: { lineage: [] } }, wrongHeader],
    ['no date', { header: { createdAt: 'today' } }, wrongHeader],
    ['a field more in the header', { header: { more: 1 } as object }, wrongHeader],
  ])('refuses %s', async (_label, changes, reason) => {
    expect(await reasonWith(changes)).toBe(reason)
  })
})
