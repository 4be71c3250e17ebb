import { expect, test } from 'vitest'
import { namesField } from './names-field.ts'

test.each([
  ['fullName', 'Full name is required', true],
  ['Full name', 'Full name is required', true],
  ['email', 'Email is required', true],
  ['projectName', 'Project name is required', true],
  ['fullName', 'Invalid characters', false],
  ['email', 'Invalid email format', false],
  ['text', 'At most 2,000 characters', false],
])('the message of %s "%s" names its field: %s', (field, message, expected) => {
  expect(namesField(field, message)).toBe(expected)
})
