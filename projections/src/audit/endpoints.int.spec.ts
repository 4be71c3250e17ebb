import { auditEndpoints, type AuditEntry } from '@thirty/contracts/audit/api.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { askAfter, startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditCsv, auditHandlers, auditJson, type ExportedPart } from './query.ts'

const kanban = projectEvents('Maya', 4)
const given = [
  personEvents('Ines').registered({ role: 'admin', fullName: 'Inés Duarte' }),
  personEvents('Maya').registered(),
  kanban.submitted({ projectName: '=Kanban' }),
  kanban.approved('Ines'),
]

test('admins find entries by their action, and by words of the name of who acted', async () => {
  const ask = await askAfter(given)
  const found = async (filter: Record<string, string>) =>
    (await ask(auditEndpoints.list, 'Ines', filter)).entries.map(({ summary }) => summary)
  const approval = ['Inés Duarte approved =Kanban (Day 4, Maya)']
  expect(await found({ action: 'project-approved' })).toEqual(approval)
  expect(await found({ actor: 'ines du', subjectKind: 'project' })).toEqual(approval)
  expect(await found({ actor: 'maya' })).toEqual([])
})

test('the export is a file with the same filters, as CSV or JSON', async () => {
  const server = await startReadModelServer(given)
  onTestFinished(server.close)
  const csv = await server.request('/api/admin/audit/export?format=csv&subjectKind=project', 'Ines')
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="thirty-audit-2026-01-05.csv"',
  })
  const rows = csv.text.trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`"'=Kanban"`)
  const json = await server.request('/api/admin/audit/export?format=json&subjectKind=project', 'Ines')
  expect(json.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="thirty-audit-2026-01-05.json"',
  })
  expect(json.json()).toMatchObject({ complete: true, entries: [{ action: 'project-approved' }] })
  expect((await server.request('/api/admin/audit/export?format=xml', 'Ines')).status).toBe(400)
})

/** Serves an export of parts that wait for `proceed`. */
async function startSlowExport(timeoutMs?: number) {
  const proceed = Promise.withResolvers<void>()
  const counts = { begun: 0, ended: 0 }
  async function* all(): AsyncGenerator<ExportedPart> {
    counts.begun += 1
    try {
      await proceed.promise
      yield { entries: [], hasMore: false }
    } finally {
      counts.ended += 1
    }
  }
  const queries = { all, page: vi.fn<() => never>() }
  const handlers = auditHandlers(queries, {
    clock: () => 0,
    recordExport: (content) => content,
    ...(timeoutMs && { timeoutMs }),
  })
  const download = handlers.find(({ definition }) => definition.path.endsWith('/export'))
  const server = await startTestServer(
    express()
      .get('/', ...(download?.handlers ?? []))
      .use(createErrorHandler(silentLogger)),
  )
  onTestFinished(server.close)
  return { server, counts, proceed: proceed.resolve }
}

test('two exports run at a time, two more wait, and others are told to come back', async () => {
  const { server, counts, proceed } = await startSlowExport()
  const requests = Array.from({ length: 5 }, () => server.request('/?format=json'))
  const refused = await Promise.race(requests)
  expect([refused.status, refused.json()]).toMatchObject([503, { code: 'busy' }])
  expect(counts.begun).toBe(2)
  proceed()
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(Object.groupBy(statuses, String)).toEqual({ 200: [200, 200, 200, 200], 503: [503] })
  expect(counts).toEqual({ begun: 4, ended: 4 })
})

test('an export that takes too long is cut and makes room for the next one', async () => {
  const { server, counts, proceed } = await startSlowExport(50)
  const response = await fetch(`http://127.0.0.1:${server.port}/?format=json`)
  await expect(response.text()).rejects.toThrow('terminated')
  proceed()
  await expect.poll(() => counts.ended).toBe(1)
})

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
