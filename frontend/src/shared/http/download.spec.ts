// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { deviceStorage } from '../storage/browser-storage.ts'
import { download } from './download.ts'

const options = { params: { backupId: 'b 1' }, fallbackName: 'backup.gz' } as const
const path = '/api/admin/backups/:backupId/export'

test('a file is downloaded with the token, under the name that the server suggests', async () => {
  deviceStorage.set('adminToken', 'token-of-ines')
  const requests = mockServer({
    'GET /api/admin/backups/:id/export': () =>
      new Response('content', {
        headers: {
          'Content-Type': 'application/gzip',
          'Content-Disposition': 'attachment; filename="thirty-backup-autumn.ndjson.gz"',
        },
      }),
  })
  const onProgress = vi.fn<(bytes: number) => void>()
  const file = await download(path, { ...options, onProgress })
  expect(requests).toMatchObject([{ path: '/api/admin/backups/b%201/export', token: 'token-of-ines' }])
  expect(file.name).toBe('thirty-backup-autumn.ndjson.gz')
  expect(await file.text()).toBe('content')
  expect(onProgress).toHaveBeenLastCalledWith(7)
})

test('a file without a suggested name has another one', async () => {
  mockServer({ 'GET /api/admin/backups/:id/export': () => new Response('content') })
  expect((await download(path, options)).name).toBe('backup.gz')
})

test('a refused download rejects with the message of the server', async () => {
  mockServer({
    'GET /api/admin/backups/:id/export': () => errorResponse(404, 'backup-not-found', 'Backup not found'),
  })
  await expect(download(path, options)).rejects.toMatchObject({ status: 404, message: 'Backup not found' })
})

test('a download that breaks off is a failure and no file', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('first part'))
    },
    pull(controller) {
      controller.error(new TypeError('network error'))
    },
  })
  mockServer({ 'GET /api/admin/backups/:id/export': () => new Response(broken) })
  await expect(download(path, { ...options, onProgress: () => undefined })).rejects.toMatchObject({
    code: 'unreachable',
  })
})

test('an unreachable server is a failure', async () => {
  mockServer({ 'GET /api/admin/backups/:id/export': networkError })
  await expect(download(path, options)).rejects.toMatchObject({ code: 'unreachable' })
})
