import { expect, onTestFinished, test, vi } from 'vitest'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { upload, uploadBody } from './upload.ts'

const file = new File(['x'.repeat(40_960)], 'pulse.png', { type: 'image/png' })

/** Starts an upload with a clock that stands still, and returns what became of it. */
function startUpload(
  send: () => Promise<unknown> = () => upload('/api/uploads/project-image', file, { field: 'projectImage' }),
) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const network = mockUpload()
  const outcome = vi.fn<(result: unknown) => void>()
  send().then(outcome, outcome)
  return { network, outcome }
}

const stalled = { code: 'timed-out', message: 'The upload stalled. Check your connection and try again.' }

test('an upload that makes progress continues for as long as it takes', async () => {
  const { network, outcome } = startUpload()
  for (let count = 0; count < 10; count += 1) {
    await vi.advanceTimersByTimeAsync(59_000)
    network.sent(count / 20)
  }
  network(200, { success: true, imageUrl: 'a', thumbnailUrl: 'b' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(outcome.mock.calls).toEqual([[{ success: true, imageUrl: 'a', thumbnailUrl: 'b' }]])
})

test.each([
  ['of which nothing more is sent', 0.4, 59_000],
  ['of which nothing at all is sent', 0, 59_000],
  // What the browser has handed over may still be on its way at the slowest rate.
  ['that the browser has handed over', 1, 69_000],
])('an upload %s has stalled after a minute', async (_, share, waited) => {
  const { network, outcome } = startUpload()
  if (share > 0) network.sent(share)
  await vi.advanceTimersByTimeAsync(waited)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(outcome).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(stalled))
})

test('a server that works on a file for long has not stalled', async () => {
  const { network, outcome } = startUpload(() =>
    uploadBody('/api/admin/backups/import', file, { type: 'application/gzip' }),
  )
  network.sent(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(outcome).not.toHaveBeenCalled()
})
