import { expect, test } from 'vitest'
import { withoutMissing } from './given-fields.ts'

test('undefined fields are left out, null and false are given', () => {
  const fields = { name: undefined, event: null, isOn: false }
  expect(withoutMissing(fields)).toStrictEqual({ event: null, isOn: false })
})
