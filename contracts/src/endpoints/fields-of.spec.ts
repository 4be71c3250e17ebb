import { z } from 'zod'
import { expect, test } from 'vitest'
import { fieldsOf } from './fields-of.ts'

test('a response has the fields that its schema names, and no others', () => {
  const shown = z.object({ id: z.string(), note: z.string().nullable(), size: z.int().optional() })
  const stored = { id: 'a', note: null, password: 'secret' }
  expect(fieldsOf(shown, stored)).toEqual({ id: 'a', note: null })
  expect(fieldsOf(shown, { ...stored, size: 1 })).toEqual({ id: 'a', note: null, size: 1 })
})
