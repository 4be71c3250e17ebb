import { expect, test } from 'vitest'
import { logInRequest, signUpRequest } from './api.ts'

const maya = { fullName: 'Maya Lindgren', email: 'maya@example.org', password: 'Sunny-day-7' }
const messages = (input: unknown): Record<string, string> => {
  const parsed = signUpRequest.safeParse(input)
  const issues = parsed.success ? [] : parsed.error.issues.toReversed()
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}

/** Names and addresses in detail: `person-name.spec.ts`, `email-address.spec.ts`. */
test('accepts a complete sign-up; the username may be missing or empty', () => {
  expect(signUpRequest.parse(maya)).toEqual(maya)
  expect(messages({ ...maya, fullName: "Siobhán O'Brien-李小龍" })).toEqual({})
  expect(signUpRequest.parse({ ...maya, fullName: 'Maya\u00a0 Lindgren' })).toEqual(maya)
  expect(signUpRequest.parse({ ...maya, username: '' }).username).toBeUndefined()
  expect(signUpRequest.parse({ ...maya, username: 'maya_l' }).username).toBe('maya_l')
})

test.each([
  ['fullName', undefined, 'Full name is required'],
  ['fullName', '', 'Full name is required'],
  ['fullName', 'M', 'Name too short'],
  ['fullName', 'M4ya', 'Invalid characters'],
  ['fullName', '\u115F\u1160\uFFA0', 'Invalid characters'],
  ['fullName', "-'-", 'Invalid characters'],
  ['username', 'maya l', 'Only letters, numbers and underscores'],
  ['username', 'victim@x.io', 'Only letters, numbers and underscores'],
  ['email', '', 'Email is required'],
  ['email', 'maya@nowhere', 'Invalid email format'],
  ['email', 'maya@example.o', 'Invalid email format'],
  ['email', 'maya@example.org, ben@example.org', 'Invalid email format'],
  ['password', '', 'Password is required'],
  ['password', 'Sh0rt-', 'Minimum 8 characters'],
  ['password', 'all-lower-7', 'Need at least 1 uppercase'],
  ['password', 'ALL-UPPER-7', 'Need at least 1 lowercase'],
  ['password', 'No-Number-', 'Need at least 1 number'],
  ['password', 'NoSymbol77', 'Need at least 1 symbol'],
])('rejects %s %j with "%s"', (field, value, message) => {
  expect(messages({ ...maya, [field]: value })[field]).toBe(message)
})

test('rejects unknown fields, so nobody becomes an admin by adding a field', () => {
  expect(signUpRequest.safeParse({ ...maya, isAdmin: true }).success).toBe(false)
})

test('a login needs both fields', () => {
  const parsed = logInRequest.safeParse({ emailOrUsername: '', password: '' })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
    'Email or username is required',
    'Password is required',
  ])
})

test('rejects a very long text without running a slow pattern', () => {
  expect(messages({ ...maya, email: `${'a'.repeat(50_000)}@` })['email']).toBe('Email too long')
})
