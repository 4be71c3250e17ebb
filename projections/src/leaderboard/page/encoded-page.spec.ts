import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { gzipChunks } from './encoded-page.ts'

const page = Buffer.from('{"name":"Ada Löwe"},'.repeat(200))

test.each([
  ['of a caller who is not on the page', [page, Buffer.from('{"you":1}')]],
  ['with nothing about the caller', [page, Buffer.from('')]],
  ['with 65,535 bytes about the caller', [page, Buffer.alloc(0xffff, 'Ada Löwe ')]],
  ['with 65,536 bytes about the caller', [page, Buffer.alloc(0x10000, 'Ada Löwe ')]],
  [
    'of a caller on the page',
    [page.subarray(0, 100), Buffer.from('true}'), page.subarray(100), Buffer.from('{}')],
  ],
])('a compressed response %s has the same content', (_, chunks) => {
  const compressed = Buffer.concat(gzipChunks(chunks))
  expect(gunzipSync(compressed).equals(Buffer.concat(chunks))).toBe(true)
})

test('a page is compressed once for all callers who are not on it', () => {
  const bytesOf = (personal: string) => gzipChunks([page, Buffer.from(personal)])[1]
  expect(bytesOf('{"you":1}')).toBe(bytesOf('{"you":2}'))
  expect(bytesOf('')?.length).toBeLessThan(page.length / 10)
})
