// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { clearUserData } from '../storage/user-change.ts'
import { useIdentityProof } from './proof-of-identity.ts'
import { request } from './http.ts'
import { uploadBody } from './upload.ts'

const refusal = { code: 'confirmation-needed', message: "Please confirm that it's you first." }
const needed = () => errorResponse(403, refusal.code, refusal.message)
const question = () =>
  vi.waitFor(() => {
    const asked = useIdentityProof.getState().question
    if (asked === undefined) throw new Error('There is no question.')
    return asked
  })
const reset = () => request('POST', '/api/admin/reset-with-backup')

beforeEach(() => {
  localStorage.setItem('adminToken', 'of-ines')
  useIdentityProof.setState({ confirmation: undefined, question: undefined })
})

const serverThatAsks = () =>
  mockServer({
    'POST /api/admin/reset-with-backup': ({ confirmation }) =>
      confirmation === 'fresh' ? { success: true } : needed(),
    'GET /api/admin/team': () => ({ success: true, members: [] }),
  })

test('requests that are refused together ask once, and each is sent again', async () => {
  const requests = serverThatAsks()
  const both = Promise.all([reset(), reset()])
  const { answer } = await question()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  answer('fresh')
  expect(await both).toHaveLength(2)
  expect(requests).toHaveLength(4)
  expect(useIdentityProof.getState().question).toBeUndefined()
})

test('commands after a confirmation carry it, and reading does not', async () => {
  useIdentityProof.setState({ confirmation: 'fresh' })
  const requests = serverThatAsks()
  await reset()
  await request('GET', '/api/admin/team')
  expect(requests.map(({ confirmation }) => confirmation)).toEqual(['fresh', undefined])
})

test('a confirmation that has run out is requested again', async () => {
  useIdentityProof.setState({ confirmation: 'of an hour ago' })
  serverThatAsks()
  const done = reset()
  ;(await question()).answer('fresh')
  expect(await done).toEqual({ success: true })
})

test('an upload is sent again after the confirmation', async () => {
  const answer = mockUpload()
  const file = new File(['x'], 'backup.ndjson.gz', { type: 'application/gzip' })
  const done = uploadBody('/api/admin/backups/import', file, { type: 'application/gzip' })
  answer(403, refusal)
  ;(await question()).answer('fresh')
  // The second upload begins after the promises have settled.
  await new Promise((resolve) => setTimeout(resolve))
  answer(200, { success: true })
  expect(await done).toEqual({ success: true })
})

test('another user of this tab inherits neither question nor confirmation', async () => {
  serverThatAsks()
  const refused = reset().catch((error: unknown) => error)
  await question()
  clearUserData()
  expect(await refused).toMatchObject(refusal)
  useIdentityProof.setState({ confirmation: 'fresh' })
  clearUserData()
  expect(useIdentityProof.getState()).toEqual({ confirmation: undefined, question: undefined })
})
