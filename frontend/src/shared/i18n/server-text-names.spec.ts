// @vitest-environment happy-dom
import { standIn, standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer, io } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'

vi.mock('socket.io-client', () => ({ io }))
beforeEach(() => vi.resetModules())

async function loadIn(language: string) {
  document.documentElement.lang = language
  return (await import('./server-text.ts')).translateStandIns
}

const response = () => ({
  project: { submittedBy: 'Deleted participant', nameCodes: { submittedBy: 'deletedPerson' }, day: 3 },
  comments: [
    { author: standIn('personElsewhere', 'name'), text: 'Deleted participant' },
    { author: { name: 'Deleted participant' }, text: 'I am called like that.' },
    { author: { name: 'Somebody', nameCodes: { name: 'of-a-newer-release' } }, text: '' },
  ],
  next: null,
})

test('names of people without an account are in the language of the page, wherever they are', async () => {
  expect((await loadIn('de'))(response())).toEqual({
    project: { submittedBy: 'Gelöschtes Konto', nameCodes: { submittedBy: 'deletedPerson' }, day: 3 },
    comments: [
      {
        author: { name: 'Konto von anderswo', nameCodes: { name: 'personElsewhere' } },
        text: 'Deleted participant',
      },
      { author: { name: 'Deleted participant' }, text: 'I am called like that.' },
      { author: { name: 'Somebody', nameCodes: { name: 'of-a-newer-release' } }, text: '' },
    ],
    next: null,
  })
})

test('responses and live messages have them in the language of the page', async () => {
  await loadIn('de')
  mockServer({ 'GET /api/auth/me': () => standIn('deletedPerson', 'fullName') })
  const { request } = await import('../http/http.ts')
  expect(await request('GET', '/api/auth/me')).toMatchObject({ fullName: 'Gelöschtes Konto' })
  const { subscribe } = await import('../live/live-socket.ts')
  const handler = vi.fn<(payload: unknown) => void>()
  subscribe('rank.changed', handler)
  await vi.dynamicImportSettled()
  const rank = { position: '5', epoch: 'e1', at: '2026-11-20T10:00:00.000Z', rank: 2, totalPoints: 9 }
  const behind = { ...standIn('deletedPerson', 'name'), points: 4 }
  await emitFromServer('rank.changed', { ...rank, behind })
  expect(handler.mock.lastCall).toMatchObject([{ behind: { name: 'Gelöschtes Konto' } }])
})

test('an English page shows them as the server sends them', async () => {
  expect((await loadIn('en'))(response())).toEqual(response())
})

test('every name that the server can send in place of one is translated', async () => {
  const translateStandIns = await loadIn('de')
  const codes = Object.keys(standIns) as (keyof typeof standIns)[]
  for (const code of codes)
    expect(translateStandIns(standIn(code, 'name')).name).not.toBe(standIns[code].message)
  expect(translateStandIns(undefined)).toBeUndefined()
})
