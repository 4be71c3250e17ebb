import { expect, test } from 'vitest'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { profileForm } from '../form-schemas.ts'
import { changedFields, profileValues } from './profile-values.ts'

const parse = (change: Partial<ReturnType<typeof profileValues>>) =>
  profileForm.parse({ ...profileValues(maya), ...change })

test('an unchanged form changes nothing', () => {
  expect(changedFields(profileValues(maya), parse({}))).toEqual({})
})

test('only changed fields are sent, and https:// is added to a website', () => {
  expect(
    changedFields(profileValues(maya), parse({ website: 'maya.example.dev', bio: ' Likes tools. ' })),
  ).toEqual({
    bio: 'Likes tools.',
    website: 'https://maya.example.dev',
  })
  const newsletter = { ...maya.notifications, newsletter: true }
  expect(changedFields(profileValues(maya), parse({ theme: 'dark', notifications: newsletter }))).toEqual({
    theme: 'dark',
    notifications: { newsletter: true },
  })
})

test('an empty username removes it, and so does an empty text in other fields', () => {
  expect(changedFields({ ...profileValues(maya), bio: 'Old' }, parse({ username: '', bio: '' }))).toEqual({
    username: '',
    bio: '',
  })
})

test.each([
  ['fullName', 'M', 'Name too short'],
  ['username', 'maya-l', 'Only letters, numbers and underscores'],
  ['website', 'javascript://alert', 'Enter an address that starts with http:// or https://'],
])('%s %j is refused with the message of the server', (field, value, message) => {
  const result = profileForm.safeParse({ ...profileValues(maya), [field]: value })
  expect(result.error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]])
})
