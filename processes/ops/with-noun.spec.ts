import { expect, test } from 'vitest'
import { formatBackup } from './commands/backup-commands.ts'

test('a backup of one project and one participant has no plurals', () => {
  const line = formatBackup({
    _id: 'b1',
    name: 'First day',
    createdAt: '2026-03-01T08:00:00.000Z',
    createdBy: null,
    automatic: false,
    data: {
      statistics: { totalProjects: 1, totalParticipants: 1, averagePoints: 5.5 },
      metadata: { run: 1, day: 1, challengePeriod: 'Not started', totalRatings: 0 },
    },
  } as unknown as Parameters<typeof formatBackup>[0])
  expect(line).toBe('b1  2026-03-01T08:00:00.000Z  run 1, day 1: 1 project, 1 participant  First day')
})
