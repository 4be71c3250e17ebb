import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import { expect, test } from 'vitest'
import { auditCsv, auditJson } from './endpoints.ts'
import type { ExportedPart } from './query.ts'

const entry: AuditEntry = {
  id: 'e1',
  position: '7',
  at: '2026-01-05T12:00:00.000Z',
  run: 1,
  action: 'project-rejected',
  actor: { _id: 'u1', name: '=Ines', avatar: null },
  subject: { kind: 'project', id: 'r1-d4-u2', name: 'Kanban, "the" board' },
  text: { code: 'projectWasRejected' },
  summary: 'Ines rejected Kanban (Day 4, Maya)',
  before: { status: 'submitted', reason: null },
  after: { status: 'rejected', reason: '@import' },
}

async function* partsOf(...parts: ExportedPart[]): AsyncGenerator<ExportedPart> {
  yield* parts
}
const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('')

test('the CSV has one row per entry, safe for spreadsheet programs, and says if it leaves out older ones', async () => {
  const bySystem = { ...entry, actor: null, run: null }
  const parts = [
    { entries: [entry], hasMore: false },
    { entries: [bySystem], hasMore: true },
  ]
  const rows = (await textOf(auditCsv(partsOf(...parts)))).split('\r\n')
  expect(rows[0]).toMatch(/^\uFEFF"Time \(UTC\)","Run","Actor"/)
  expect(rows[1]).toBe(
    [
      '"2026-01-05T12:00:00.000Z"',
      '"1"',
      `"'=Ines"`,
      '"u1"',
      '"Project rejected"',
      '"project"',
      '"Kanban, ""the"" board"',
      '"r1-d4-u2"',
      '"Ines rejected Kanban (Day 4, Maya)"',
      '"status: submitted; reason: none"',
      '"status: rejected; reason: @import"',
      '"7"',
      '"e1"',
    ].join(','),
  )
  expect(rows[2]).toMatch(/^"2026-01-05T12:00:00.000Z","","The system","",/)
  expect(rows[3]).toMatch(/^"The export ends here, after 100,000 entries/)
  expect(rows.slice(4)).toEqual([''])
})

test('the JSON is one object with all entries, and says whether older ones are left out', async () => {
  const filter = { action: 'project-rejected' } as const
  const fileOf = async (...parts: ExportedPart[]): Promise<unknown> =>
    JSON.parse(await textOf(auditJson(filter, partsOf(...parts))))
  expect(await fileOf()).toEqual({ filter, entries: [], complete: true })
  const { text: _text, ...shown } = entry
  const second = { ...entry, id: 'e2' }
  expect(await fileOf({ entries: [entry], hasMore: false }, { entries: [second], hasMore: true })).toEqual({
    filter,
    entries: [shown, { ...shown, id: 'e2' }],
    complete: false,
  })
})
