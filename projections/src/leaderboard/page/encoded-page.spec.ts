import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { gzipChunks } from './encoded-page.ts'

test('a compressed response has the same content for callers on the page and others', () => {
  const shared = Buffer.from('{"name":"Ada Löwe"},'.repeat(200))
  const others = ['{"you":1}', '{"you":"Bea"}', ''].map((text) => Buffer.from(text))
  for (const personal of others) {
    const compressed = Buffer.concat(gzipChunks([shared, personal]))
    expect(gunzipSync(compressed).equals(Buffer.concat([shared, personal]))).toBe(true)
    expect(compressed.length).toBeLessThan(shared.length / 10)
  }
  const parts = [shared.subarray(0, 100), Buffer.from('true}'), shared.subarray(100), Buffer.from('{}')]
  expect(gunzipSync(Buffer.concat(gzipChunks(parts))).equals(Buffer.concat(parts))).toBe(true)
})

test('a page is compressed once for all callers who are not on it', () => {
  const shared = Buffer.from('{"name":"Ada"},'.repeat(200))
  const bytesOf = (personal: string) => gzipChunks([shared, Buffer.from(personal)])[1]
  expect(bytesOf('{"you":1}')).toBe(bytesOf('{"you":2}'))
})

test.each([0xffff, 0x10000])('the part about a caller may have %i bytes', (length) => {
  const chunks = [Buffer.from('{"name":"Ada"},'.repeat(200)), Buffer.alloc(length, 'Ada Löwe ')]
  expect(gunzipSync(Buffer.concat(gzipChunks(chunks))).equals(Buffer.concat(chunks))).toBe(true)
})
