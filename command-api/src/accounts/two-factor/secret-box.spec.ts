import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox('r'.repeat(32))

test('a secret opens for its account and under its key only', () => {
  const sealed = box.seal('ada', 'JBSWY3DP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(box.open('ada', sealed)).toBe('JBSWY3DP')
  expect(box.open('bob', sealed)).toBeUndefined()
  expect(secretBox('s'.repeat(32)).open('ada', sealed)).toBeUndefined()
})

test('two seals of one secret differ, and a changed one does not open', () => {
  const sealed = box.seal('ada', 'JBSWY3DP')
  expect(box.seal('ada', 'JBSWY3DP')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  expect(box.open('ada', bytes.toString('base64url'))).toBeUndefined()
  expect(box.open('ada', '')).toBeUndefined()
})
